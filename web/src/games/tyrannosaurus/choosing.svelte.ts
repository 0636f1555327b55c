/* The choice in the making: a card and a direction, from the board, the compass or the keys, until
 * it is made final. */
import type { Playback } from '../../lib/table/playback.svelte';
import type { MySeat } from '../../lib/table/seat.svelte';
import { complain } from '../../lib/words/troubles.svelte';
import { choiceText, directionTo, neighbour, parseChoice, playableCards, type Choice } from './logic';
import type { CardKind, Direction, Square, ValleyAids } from './view';

/* A second tap makes the choice final, unless it is the end of an accidental double tap. */
const SECOND_TAP_MS = 300;
/* How long it is said why a tap did nothing. */
const TOLD_MS = 4000;

export interface Pointer {
  from: Square;
  direction: Direction;
  to: Square | null;
}

export class Choosing {
  direction = $state<Direction | null>(null);
  private wanted = $state<CardKind | null>(null);
  /** The final choice; its step may still wait to be shown. */
  sent = $state<string | null>(null);
  /** Why a tap on this square or card did nothing: a key of the game's texts. */
  note = $state.raw<{ at: Square | CardKind; why: string } | null>(null);
  private pickedAt = 0;
  private timer = 0;

  constructor(
    private playback: Playback,
    private mySeat: MySeat | null,
    /** The turn is still being shown: choosing waits until it has been seen. */
    private watching: () => boolean,
  ) {}

  get open(): boolean {
    return this.mySeat?.mayMove === true && this.sent === null && !this.watching();
  }

  private get legal(): string[] {
    return this.mySeat?.legal ?? [];
  }

  /** Cards to choose from; none if only a direction is asked. */
  get cards(): CardKind[] {
    return playableCards(this.legal);
  }

  get card(): CardKind | null {
    return this.wanted && this.cards.includes(this.wanted) ? this.wanted : (this.cards[0] ?? null);
  }

  /** The kind of move that a direction would make. */
  get moving(): 'move' | 'panic' | 'steer' {
    if (this.cards.length === 0) return 'steer';
    if (this.card === 'panic' || !this.cards.includes('move')) return 'panic';
    return 'move';
  }

  get directions(): Direction[] {
    const prefix = `${this.moving} `;
    return this.legal.filter((move) => move.startsWith(prefix)).map((move) => move.slice(prefix.length) as Direction);
  }

  get from(): Square | null {
    return this.playback.you === null ? null : ((this.playback.aids as ValleyAids | null)?.from ?? null);
  }

  /** The move text, when the choice is complete. */
  get text(): string | null {
    const text = choiceText({ card: this.card ?? 'steer', direction: this.direction });
    return text && this.legal.includes(text) ? text : null;
  }

  get pointer(): Pointer | null {
    return this.open && this.card !== 'rest' ? this.pointed(this.direction) : null;
  }

  /** At one's own table while one may choose; in a review, where nobody has a seat, all the time. */
  get hint(): Choice | null {
    const { hint } = this.playback;
    return hint && (this.open || !this.mySeat) ? parseChoice(hint) : null;
  }

  get hintPointer(): Pointer | null {
    return this.pointed(this.hint?.direction ?? null);
  }

  private pointed(direction: Direction | null): Pointer | null {
    const from = this.from;
    return from && direction ? { from, direction, to: neighbour(from, direction) } : null;
  }

  /** Squares that can be tapped. */
  get squares(): Square[] {
    const from = this.from;
    if (!this.open || !from) return [];
    return this.directions.flatMap((direction) => neighbour(from, direction) ?? []);
  }

  /** Forgets what was begun: another choice is asked for. */
  reset(): void {
    this.direction = null;
    this.wanted = null;
    this.sent = null;
    this.note = null;
  }

  /** A card was tapped; `left`: how many of this kind the player still has. */
  tapCard(card: CardKind, left: number): void {
    if (this.cards.includes(card)) this.play(card);
    else this.tell(card, left > 0 ? 'card_not_now' : 'card_none');
  }

  private play(card: CardKind): void {
    this.wanted = card;
    this.tell(card, null);
  }

  private tell(at: Square | CardKind, why: string | null): void {
    clearTimeout(this.timer);
    this.note = why ? { at, why } : null;
    if (why) this.timer = window.setTimeout(() => (this.note = null), TOLD_MS);
  }

  steer(direction: Direction): void {
    if (!this.open || !this.directions.includes(direction)) return;
    if (this.card === 'rest') this.wanted = this.moving as CardKind;
    this.direction = direction;
    this.note = null;
  }

  /** A square was tapped: a neighbour is a direction, the player's own square a rest. */
  pick(square: Square): void {
    if (!this.open || !this.from) return;
    const direction = directionTo(this.from, square);
    const isOwn = square === this.from;
    if (direction) this.twice(() => this.steer(direction));
    else if (isOwn && this.cards.includes('rest')) this.twice(() => this.play('rest'));
    else this.tell(square, !isOwn ? 'too_far' : this.cards.length > 0 ? 'no_rest' : 'must_move');
  }

  /** A key for a direction was pressed; for 5, the middle, a rest. */
  press(direction: Direction | null): void {
    if (!this.open) return;
    if (direction) this.twice(() => this.steer(direction));
    else if (this.cards.includes('rest')) this.twice(() => this.play('rest'));
  }

  /* Chooses; choosing the same again makes it final. */
  private twice(choose: () => void): void {
    const before = this.text;
    choose();
    if (this.text && this.text === before && performance.now() - this.pickedAt > SECOND_TAP_MS) this.confirm();
    this.pickedAt = performance.now();
  }

  confirm(): void {
    if (!this.open || !this.text) return;
    this.sent = this.text;
    this.mySeat?.play(this.text).catch((error: unknown) => {
      this.sent = null;
      complain(error);
    });
  }
}
