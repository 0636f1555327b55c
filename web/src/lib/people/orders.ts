/* An option whose values are lists with an item for each seat, such as who gets which dinosaur: each
 * seat picks for itself, and what nobody has picked is left to chance. */

import type { Option } from '../connection/protocol';

export type Picks = (string | null)[];

/** Whether an option matters with this many seats. */
export const matters = (option: Option, seats: number): boolean => option.seats?.includes(seats) ?? true;

const LISTED_MAX = 12;

/** The least and the greatest value of an option that is a number, if the values are too many for a list. */
export function rangeOf({ values }: Option): [number, number] | null {
  const numbers = values.filter((value) => typeof value === 'number');
  return numbers.length > LISTED_MAX && numbers.length === values.length ? [Math.min(...numbers), Math.max(...numbers)] : null;
}

/** The values of the option `key` for this many seats that go with the values chosen for the others. */
export function ordersFor(options: Record<string, Option>, key: string, seats: number, chosen: Record<string, unknown>): string[][] {
  const narrowing = Object.entries(options).flatMap(([name, option]) => {
    const allowed = matters(option, seats) && option.allows?.[key]?.[String(chosen[name])];
    return allowed ? [new Set(allowed.map((value) => JSON.stringify(value)))] : [];
  });
  return (options[key]?.values ?? []).filter(
    (value): value is string[] =>
      Array.isArray(value) && value.length === seats && narrowing.every((allowed) => allowed.has(JSON.stringify(value))),
  );
}

/** The orders that give every seat what it has picked. */
export const fitting = (orders: string[][], picks: Picks): string[][] =>
  orders.filter((order) => picks.every((pick, seat) => pick === null || order[seat] === pick));

/** What a seat may pick. */
export const choicesAt = (orders: string[][], seat: number): string[] => [...new Set(orders.map((order) => order[seat]!))];

/** A seat picks; other picks that no longer go with it are left to chance. */
export function pick(orders: string[][], picks: Picks, seat: number, item: string | null): Picks {
  const next: Picks = picks.map((_, at) => (at === seat ? item : null));
  picks.forEach((one, at) => {
    if (at === seat || one === null) return;
    next[at] = one;
    if (fitting(orders, next).length === 0) next[at] = null;
  });
  return next;
}

/** The value to ask for: an order that fits, or null when all of it is left to chance. `chance` is from
 * 0 to below 1. */
export function orderOf(orders: string[][], picks: Picks, chance: number): string[] | null {
  const left = fitting(orders, picks);
  return picks.every((one) => one === null) ? null : (left[Math.floor(chance * left.length)] ?? null);
}
