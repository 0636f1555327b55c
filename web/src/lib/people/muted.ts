/* Whom this person has muted, at any table: kept by the browser, without names. */
const KEY = 'ludosaure.muted';
const MUTED_MAX = 200;

const kept = new Set(JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[]);

export const isMutedHere = (person: string): boolean => kept.has(person);

export function keepMuted(person: string, on: boolean): void {
  kept.delete(person);
  if (on) kept.add(person);
  localStorage.setItem(KEY, JSON.stringify([...kept].slice(-MUTED_MAX)));
}
