/* What people and computer players are called. */
import type { Seat } from './protocol';

/** A name a seat; those who have the same are numbered, as guests who gave none. */
export function namesOf(seats: (Seat | null)[]): string[] {
  const names = seats.map((seat, index) => seat?.name ?? String(index + 1));
  const alike = (name: string, among = names): number => among.filter((other) => other === name).length;
  return names.map((name, index) => (alike(name) > 1 ? `${name} ${alike(name, names.slice(0, index + 1))}` : name));
}
