/* The analysis of a finished match (docs/analysis.md): its parts, and how the page writes and filters them. */
import { language } from '../words/language.svelte';
import type { Analysis, Decision, Grade, SeatAccount } from '../schema/module';

export type { Analysis };

export const GRADES = ['none', 'good', 'inaccuracy', 'mistake', 'blunder'] as const satisfies Grade[];
export const PARTS = ['start', 'deal', 'own', 'others', 'luck', 'result'] as const satisfies (keyof SeatAccount)[];
export type AccountPart = (typeof PARTS)[number];

/** A decision with its move, counted from 0: it was made after this many moves. */
export type Numbered = Decision & { at: number };

/** Which decisions are listed: all with a choice, or those that gave away enough. */
export const SIZES = ['good', 'inaccuracy', 'mistake', 'blunder'] as const;
export type Size = (typeof SIZES)[number];

/** The decisions of a player, or of all, from this size on. */
export function decisionsOf({ decisions }: Analysis, size: Size, player: number | null): Numbered[] {
  const least = GRADES.indexOf(size);
  return decisions
    .map((decision, at) => ({ ...decision, at }))
    .filter(({ grade, seat }) => GRADES.indexOf(grade) >= least && (player === null || seat === player));
}

/** The seat whose story is told to someone who had none: the winner's. */
export const storySeat = ({ seats }: Analysis): number =>
  seats.reduce((best, { result }, seat) => (result > seats[best]!.result ? seat : best), 0);

/** A move at which the chance of a seat rose by much. */
export interface Turn {
  move: number;
  seat: number;
  change: number;
}
const TURN_LEAST = 0.15;
const TURNS_MOST = 8;

/** Where a match turned: the moves after which someone's chance had risen most, in their order. */
export function turnsOf({ curve, one }: Analysis): Turn[] {
  const turns = curve.slice(1).map((chances, at): Turn => {
    const changes = chances.map((chance, seat) => (chance - curve[at]![seat]!) / one);
    const change = Math.max(...changes);
    return { move: at + 1, seat: changes.indexOf(change), change };
  });
  return turns
    .filter(({ change }) => change >= TURN_LEAST)
    .sort((a, b) => b.change - a.change)
    .slice(0, TURNS_MOST)
    .sort((a, b) => a.move - b.move);
}

/** The account of a seat in tenths of a point. It still adds up: luck is the rest by definition, and
 * gets what rounding changes. */
export function tenthsOf(account: SeatAccount, one: number): Record<AccountPart, number> {
  const tenths = (part: AccountPart): number => Math.round((account[part] * 1000) / one);
  const [start, deal, own, others, result] = [tenths('start'), tenths('deal'), tenths('own'), tenths('others'), tenths('result')];
  return { start, deal, own, others, luck: result - start - deal - own - others, result };
}

/** Tenths as people write them: “−12.4”, in French “−12,4”. */
export function formatTenths(tenths: number, signed = false): string {
  const digits = (Math.abs(tenths) / 10).toFixed(1).replace('.', language() === 'fr' ? ',' : '.');
  return (tenths < 0 ? '−' : signed && tenths > 0 ? '+' : '') + digits;
}
