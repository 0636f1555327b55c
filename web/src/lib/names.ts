/* What people and computer players are called. */
import type { Seat } from './protocol';

/* Computer players bear the names of those who dug up the first dinosaurs. */
const DIGGERS = ['Owen', 'Anning', 'Cuvier', 'Mantell', 'Cope', 'Marsh', 'Barnum', 'Buckland'];

export function nameOfSeat(seat: Seat | null | undefined, index: number): string {
  if (!seat) return String(index + 1);
  return seat.level ? (DIGGERS[index % DIGGERS.length] ?? seat.name) : seat.name;
}
