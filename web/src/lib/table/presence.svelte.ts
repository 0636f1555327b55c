/* Who at a table is not connected, and since when, as far as this page has seen it. */
import type { Seat } from '../connection/protocol';

/* Reloading a page, or a phone that changes its network, is not worth a word. */
const WORTH_MS = 8000;
const MINUTE_MS = 60_000;

interface Absence {
  since: number;
  timer: number;
  told: boolean;
}

export class Presence {
  private away = $state.raw<ReadonlyMap<string, Absence>>(new Map());

  /** `tell` hears of a person who has been away for a while, and of one who is back after that. */
  constructor(private tell: (person: string, isHere: boolean) => void) {}

  /** Who is connected now, by seat. */
  note(seats: (Seat | null)[], online: boolean[]): void {
    const missing = new Set(seats.flatMap((seat, index) => (seat?.person !== undefined && !online[index] ? [seat.person] : [])));
    const away = new Map(this.away);
    for (const [person, absence] of this.away) {
      if (missing.has(person)) continue;
      clearTimeout(absence.timer);
      away.delete(person);
      if (absence.told && seats.some((seat) => seat?.person === person)) this.tell(person, true);
    }
    for (const person of missing) {
      if (away.has(person)) continue;
      const absence: Absence = { since: Date.now(), told: false, timer: 0 };
      absence.timer = window.setTimeout(() => {
        absence.told = true;
        this.tell(person, false);
      }, WORTH_MS);
      away.set(person, absence);
    }
    this.away = away;
  }

  /** For how many whole minutes a person has been away at the time `now` (Date.now()); null: they are here. */
  minutes(person: string | undefined, now: number): number | null {
    const absence = person === undefined ? undefined : this.away.get(person);
    return absence ? Math.max(0, Math.floor((now - absence.since) / MINUTE_MS)) : null;
  }

  forget(): void {
    for (const { timer } of this.away.values()) clearTimeout(timer);
    this.away = new Map();
  }
}
