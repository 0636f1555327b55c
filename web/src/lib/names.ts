/* What people and computer players are called. */
import type { Seat } from './protocol';

export function nameOfSeat(seat: Seat | null | undefined, index: number): string {
  return seat?.name ?? String(index + 1);
}
