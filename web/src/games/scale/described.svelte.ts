/* What everyone is doing, in words, when asked: for a few seconds, or until someone has a new card. */
import type { Playback } from '../../lib/table/playback.svelte';
import type { Theatre } from './theatre';

const SHOWN_MS = 10_000;

export class Described {
  /** By seat: keys of the page's sentences. */
  seats = $state.raw<{ seat: number; keys: string[] }[]>([]);
  private timer = 0;

  look(theatre: Theatre, seats: number[]): void {
    this.seats = seats.map((seat) => ({ seat, keys: theatre.describe(seat) }));
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.forget(), SHOWN_MS);
  }

  forget(): void {
    clearTimeout(this.timer);
    this.seats = [];
  }

  /** Forgets what a player did with an earlier card. Returns a function that stops it. */
  watch(playback: Playback): () => void {
    const unhear = playback.onStep((step) => step.events?.some(({ type }) => type === 'draw') && this.forget());
    return () => {
      unhear();
      this.forget();
    };
  }
}
