/* The games that the page can show. Each has a folder in `src/games`, and in it a card, `game.ts`: what
 * is known of the game before it is loaded. All folders are found by themselves. */
import type { Component } from 'svelte';
import { tables } from 'texts:games';
import type { Connection } from './connection.svelte';
import { factsOf, games } from './facts.svelte';
import { learn } from './language.svelte';
import type { Opponents, Tempo } from './opponents.svelte';
import type { Game } from './protocol';
import type { Table } from './table.svelte';
import type { MoveContext } from './words';

export interface GameCard {
  icon: string;
  /** The colour of the picture on the start page. */
  colour: 'ember' | 'fern' | 'amber' | 'lake';
  /** The number of seats of a quick game against computer players. */
  quickSeats: number;
  /** The table itself, drawn for this game, with the components of this hall; `table/Plain.svelte` does for any
   * until there is one. */
  table: (hall?: Connection) => Promise<{ default: Component<{ table: Table }> }>;
  /** What the game adds to the end: who has what, and why that won. `title` may name it in its own words. */
  ending: () => Promise<{ default: Component<{ table: Table }>; title?: (table: Table) => string | null }>;
  /** A move in words; without it, its notation is shown. */
  moves?: () => Promise<{ moveWords: (move: string, context: MoveContext) => string }>;
}

/** A card with what the server says of the game. */
export type Shown = GameCard & Game;

const folders = import.meta.glob<{ default: GameCard }>('../games/*/game.ts', { eager: true });
const cards = new Map(
  Object.entries(folders).map(([path, { default: card }]): [string, GameCard] => {
    const id = path.split('/').at(-2)!;
    return [id, { ...card, table: (hall) => withTexts(id, card.table(hall)) }];
  }),
);

/* A game's table comes with the sentences that it says. */
async function withTexts<Module>(id: string, table: Promise<Module>): Promise<Module> {
  const [texts, module] = await Promise.all([tables[id]!(), table]);
  learn({ [id]: texts.default });
  return module;
}

/** The ids of those with a card. */
export const cardIds = (): string[] => [...cards.keys()];
export const gameCard = (id: string): GameCard | undefined => cards.get(id);

/** The games that can be played here, in the server's order. */
export function shownGames(): Shown[] {
  return games().flatMap((game) => {
    const card = gameCard(game.id);
    return card ? [{ ...card, ...game }] : [];
  });
}

/** The request that begins a game with computer players at once. */
export function quickRequest(game: Shown, { level, tempo }: Opponents): Record<string, unknown> & { game: string } {
  const bots = Array.from({ length: game.quickSeats }, (_, seat) => (seat === 0 ? null : level));
  return {
    game: game.id,
    seats: game.quickSeats,
    options: game.facts.computers_need ?? {},
    bots,
    sit: 0,
    autostart: true,
    pace: paceOf(game.id, true, tempo),
  };
}

/** Alone with computer players, it is the page that takes its time to show their moves, as long as
 * one likes; what happens in real time, or with other people there, has the server's pace. */
export function paceOf(game: string, alone: boolean, tempo: Tempo): 'fast' | Tempo {
  if (factsOf(game).real_time) return tempo;
  return alone ? 'fast' : 'human';
}
