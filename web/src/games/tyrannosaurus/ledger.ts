/* Where each player's trees came from and went in a round: the sum of the events. */
import type { GameEvent } from '../../lib/connection/protocol';
import type { Event } from './schema';

export const SOURCES = ['start', 'harvested', 'received', 'given', 'tyrex', 'refused', 'unseen'] as const;
export type Source = (typeof SOURCES)[number];
export type Account = Record<Source, number>;
export type Ledger = Account[];

const opened = (start: number): Account => ({ start, harvested: 0, received: 0, given: 0, tyrex: 0, refused: 0, unseen: 0 });

/** A ledger that starts with the current numbers of trees. */
export function openLedger(stock: number[]): Ledger {
  return stock.map(opened);
}

export function total(account: Account): number {
  return SOURCES.reduce((sum, source) => sum + account[source], 0);
}

function book(ledger: Ledger, seat: number, source: Source, amount: number): Ledger {
  return ledger.map((account, at) => (at === seat ? { ...account, [source]: account[source] + amount } : account));
}

export function booked(ledger: Ledger, events: GameEvent[]): Ledger {
  let result = ledger;
  for (const event of events as Event[]) {
    if (event.type === 'harvest') result = book(result, event.seat, 'harvested', 1);
    else if (event.type === 'gift') {
      result = book(result, event.from, 'given', -1);
      result = book(result, event.to, 'received', 1);
    } else if (event.type === 'loss') {
      const refused = event.reason === 'lake_refused' || event.reason === 'volcano_refused';
      result = book(result, event.seat, refused ? 'refused' : 'tyrex', -1);
    } else if (event.type === 'dino') result = result.map((account, seat) => (seat === event.seat ? opened(event.trees) : account));
  }
  return result;
}

/** Adds what happened while the page was away as one sum per player. */
export function reconciled(ledger: Ledger, stock: number[]): Ledger {
  return stock.reduce((result, trees, seat) => book(result, seat, 'unseen', trees - total(result[seat]!)), ledger);
}

/** The sources that matter in this ledger, always with the start. */
export function usedSources(ledger: Ledger): Source[] {
  return SOURCES.filter((source) => source === 'start' || ledger.some((account) => account[source] !== 0));
}
