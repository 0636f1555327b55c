/* What moves the puppets: one clock for all of them. The gestures of others come from the
 * table; those of this player come from the performer and are sent from here. */
import { settings } from '../../lib/browser/settings.svelte';
import type { Playback } from '../../lib/table/playback.svelte';
import type { MySeat } from '../../lib/table/seat.svelte';
import { bytes, Performer } from './performer';
import { MANNERS, poseOf, type Pose } from './pose';
import { Beat, describe, Track, type Gesture } from './stream';
import type { Voices } from './voices';

/* A little less than the allowed twenty per second. */
const SEND_MS = 51;
const SEATS_MAX = 8;
const SLOW_S = 0.03;

type Draw = (pose: Pose) => void;

export class Theatre {
  performer = new Performer();
  /** The others wait for the performance, even if it is nothing, as the judges of a tie do. */
  judged = false;
  /** Hears the player's own power, for the meter. */
  onPower: ((power: number) => void) | null = null;

  private voices: Voices | null = null;
  private tracks = Array.from({ length: SEATS_MAX }, () => new Track());
  private beats = Array.from({ length: SEATS_MAX }, () => new Beat());
  private before: Gesture[] = Array.from({ length: SEATS_MAX }, () => ({ x: 0.5, y: 0.5, power: 0 }));
  private speeds = Array.from({ length: SEATS_MAX }, () => ({ x: 0, y: 0 }));
  private puppets = new Map<number, Draw>();
  private drawnStill = new Set<number>();
  private frame = 0;
  private last = 0;
  private usual = 1 / 60;
  private frames = 0;
  private calm = false;
  private sent = 0;
  private rested = true;

  constructor(
    private playback: Playback,
    private mySeat: MySeat | null,
  ) {}

  /** Draws this seat's puppet from now on. Returns a function that stops it. */
  show(seat: number, draw: Draw): () => void {
    this.puppets.set(seat, draw);
    this.drawnStill.delete(seat);
    return () => this.puppets.delete(seat);
  }

  start(): () => void {
    const unhear = this.playback.onGesture((seat, x, y, power) => {
      /* From another device of the player's own, too; here one moves the player's own hand. */
      if (seat === this.playback.you && !this.performer.resting) return;
      this.tracks[seat]?.add(performance.now(), { x: x / 255, y: y / 255, power: power / 255 });
    });
    const step = (now: number): void => {
      this.frame = requestAnimationFrame(step);
      this.pass(now);
    };
    this.frame = requestAnimationFrame(step);
    return () => {
      unhear();
      cancelAnimationFrame(this.frame);
      this.frame = 0;
      this.voices?.stop();
    };
  }

  /** The page has been touched: from now on there may be sound. Without its script, there is none. */
  awake(): void {
    if (!settings.sound) return;
    const begin = ({ Voices }: typeof import('./voices')): void => {
      if (this.frame) (this.voices ??= new Voices()).awake();
    };
    void import('./voices').then(begin, () => undefined);
  }

  /** A performance in words: keys of the page's sentences. */
  describe(seat: number): string[] {
    return describe(this.tracks[seat]!.look(performance.now()));
  }

  private pass(now: number): void {
    const seconds = Math.min(0.1, (now - this.last) / 1000);
    this.last = now;
    this.usual += (seconds - this.usual) * 0.05;
    this.frames++;
    const { you } = this.playback;
    if (you !== null) this.perform(you, now, seconds);
    if (this.frames % 30 === 1) this.calm = settings.reducedMotion;
    /* A slow machine draws each puppet every other time, its own player's always. */
    const halved = this.usual > SLOW_S;
    for (const [seat, draw] of this.puppets) {
      if (halved && seat !== you && (seat + this.frames) % 2 === 0) continue;
      this.move(seat, draw, now, halved && seat !== you ? 2 * seconds : seconds);
    }
  }

  private perform(you: number, now: number, seconds: number): void {
    this.performer.pass(seconds);
    this.onPower?.(this.performer.gesture.power);
    if (now - this.sent < SEND_MS) return;
    this.sent = now;
    /* A puppet that stands still sends that once, and then nothing. */
    const resting = this.performer.resting;
    if (resting && this.rested && !this.judged) return;
    this.rested = resting;
    const gesture = resting ? { x: 0.5, y: 0.5, power: 0 } : this.performer.next();
    this.tracks[you]!.add(now, gesture);
    if (!this.playback.result) this.mySeat?.gesture(...bytes(gesture));
  }

  private move(seat: number, draw: Draw, now: number, seconds: number): void {
    const mine = seat === this.playback.you && !this.performer.looping && !this.performer.resting;
    const gesture = mine ? this.performer.gesture : this.tracks[seat]!.gestureAt(now);
    const before = this.before[seat]!;
    const speed = this.speeds[seat]!;
    if (seconds > 0) {
      const part = 1 - Math.exp(-seconds / 0.08);
      speed.x += ((gesture.x - before.x) / seconds - speed.x) * part;
      speed.y += ((gesture.y - before.y) / seconds - speed.y) * part;
    }
    this.before[seat] = gesture;
    /* A puppet that stands still is not redrawn. */
    const still = gesture.power < 0.01 && Math.abs(speed.x) + Math.abs(speed.y) < 0.01;
    if (still && this.drawnStill.has(seat)) return;
    if (still) this.drawnStill.add(seat);
    else this.drawnStill.delete(seat);
    draw(poseOf(MANNERS[seat % MANNERS.length]!, gesture, speed, now / 1000 + seat, this.calm));
    if (this.beats[seat]!.beats(now, gesture)) this.voices?.speak(seat, gesture.power, this.side(seat));
  }

  /** From left to right as they sit, for stereo sound. */
  private side(seat: number): number {
    const seats = this.playback.info?.seat.length ?? 1;
    return seats < 2 ? 0 : (2 * seat) / (seats - 1) - 1;
  }
}
