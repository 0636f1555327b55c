/* From a gesture to how a puppet stands. Each puppet has a manner of its own: the same gesture
 * looks different on each, but more power always looks like more. */
import type { Gesture } from './stream';

export interface Manner {
  /** Degrees of leaning at the edge, of nodding, of the mouth, of the arms at full power. */
  lean: number;
  nod: number;
  jaw: number;
  arms: number;
  /** Degrees of the tail, and how much the puppet stretches. */
  tail: number;
  stretch: number;
  /** How often a second the arms go up and down at full power. */
  flap: number;
}

export const MANNERS: Manner[] = [
  { lean: 16, nod: 10, jaw: 30, arms: 55, tail: 22, stretch: 0.1, flap: 5 },
  { lean: 10, nod: 26, jaw: 14, arms: 40, tail: 14, stretch: 0.06, flap: 3 },
  { lean: 12, nod: 8, jaw: 16, arms: 50, tail: 34, stretch: 0.14, flap: 4 },
  { lean: 24, nod: 16, jaw: 14, arms: 35, tail: 18, stretch: 0.18, flap: 2.5 },
  { lean: 18, nod: 12, jaw: 20, arms: 75, tail: 10, stretch: 0.08, flap: 6 },
  { lean: 8, nod: 12, jaw: 14, arms: 45, tail: 48, stretch: 0.05, flap: 3.5 },
  { lean: 20, nod: 20, jaw: 18, arms: 60, tail: 20, stretch: 0.16, flap: 4.5 },
  { lean: 26, nod: 14, jaw: 26, arms: 70, tail: 28, stretch: 0.1, flap: 7 },
];

export interface Pose extends Omit<Manner, 'flap'> {
  /** From -1 to 1; the stage decides how far that is. */
  x: number;
  y: number;
  /** The pupils, from -1 to 1. */
  lookX: number;
  lookY: number;
  /** The strength of the marks that a shout leaves in the air. */
  shout: number;
}

/** `speed` is of the puppet, in widths a second; `seconds` only drives the flapping. */
export function poseOf(manner: Manner, gesture: Gesture, speed: { x: number; y: number }, seconds: number, calm: boolean): Pose {
  const x = 2 * gesture.x - 1;
  const y = 2 * gesture.y - 1;
  const { power } = gesture;
  const wave = calm ? 0 : Math.sin(seconds * Math.PI * 2 * manner.flap * (0.35 + 0.65 * power));
  const limit = (value: number): number => Math.max(-1, Math.min(1, value));
  return {
    x,
    y,
    lean: x * manner.lean + limit(speed.x / 2) * 6,
    nod: limit(speed.y / 2) * manner.nod - power * 6,
    jaw: manner.jaw * Math.min(1, power * 1.15) * (0.75 + 0.25 * wave),
    arms: manner.arms * power * (0.7 + 0.5 * wave),
    tail: -x * manner.tail * 0.6 + manner.tail * power * wave * 0.5,
    stretch: 1 - y * manner.stretch * 0.5 + power * manner.stretch * (0.4 + 0.3 * wave),
    lookX: limit(x * 0.7 + speed.x / 3),
    lookY: limit(y * 0.7 + speed.y / 3),
    shout: calm ? 0 : Math.max(0, (power - 0.5) * 2),
  };
}
