/* A stream of gestures as others see it: smoothed between what arrives twenty times a second, and
 * summed up coarsely for those who would rather read it. Everything is from 0 to 1. */

export interface Gesture {
  x: number;
  y: number;
  power: number;
}

interface Sample extends Gesture {
  at: number;
}

/** Shown a little late, so that there is always a next gesture to move towards. */
const LATE_MS = 110;
const LOOK_MS = 3000;
/* A puppet whose player falls silent (a lost connection) comes to rest by itself. */
const SILENT_MS = 1500;
const REST: Gesture = { x: 0.5, y: 0.5, power: 0 };

const mix = (from: number, to: number, part: number): number => from + (to - from) * part;

export interface Look {
  power: number;
  /** How far the puppet goes in a twentieth of a second. */
  pace: number;
  reach: number;
}

export class Track {
  private samples: Sample[] = [];

  add(at: number, gesture: Gesture): void {
    this.samples.push({ at, ...gesture });
    while (this.samples.length > 2 && this.samples[1]!.at < at - LOOK_MS) this.samples.shift();
  }

  /** Where the puppet is now. */
  gestureAt(now: number): Gesture {
    const time = now - LATE_MS;
    const last = this.samples.at(-1);
    if (!last) return REST;
    if (time >= last.at) {
      const calm = Math.max(0, 1 - Math.max(0, time - last.at - SILENT_MS) / 500);
      return { x: last.x, y: last.y, power: last.power * calm };
    }
    let next = this.samples.length - 1;
    while (next > 0 && this.samples[next - 1]!.at > time) next--;
    const to = this.samples[next]!;
    const from = this.samples[next - 1] ?? to;
    /* After a pause, the way there takes no longer than usual. */
    const start = Math.max(from.at, to.at - LATE_MS);
    const part = to.at > start ? Math.min(1, Math.max(0, (time - start) / (to.at - start))) : 1;
    return { x: mix(from.x, to.x, part), y: mix(from.y, to.y, part), power: mix(from.power, to.power, part) };
  }

  /** What was seen in the last moments; null when nothing was. */
  look(now: number): Look | null {
    const seen = this.samples.filter((sample) => sample.at > now - LOOK_MS);
    if (seen.length < 5) return null;
    const look: Look = { power: 0, pace: 0, reach: 0 };
    seen.forEach((sample, index) => {
      const before = seen[index - 1] ?? sample;
      look.power += sample.power / seen.length;
      look.pace += (Math.abs(sample.x - before.x) + Math.abs(sample.y - before.y)) / seen.length;
      look.reach += (Math.abs(sample.x - 0.5) + Math.abs(sample.y - 0.5)) / seen.length;
    });
    return look;
  }
}

/** A performance in three words: keys of the page's sentences. Coarse on purpose: reading it is
 * what the game is about. */
export function describe(look: Look | null): string[] {
  if (!look || (look.power < 0.02 && look.pace < 0.003)) return ['look_still'];
  const power = ['look_faint', 'look_gentle', 'look_lively', 'look_strong', 'look_wild'];
  return [
    power[[0.16, 0.32, 0.5, 0.66].filter((limit) => look.power > limit).length]!,
    look.pace < 0.035 ? 'look_slow' : look.pace < 0.075 ? 'look_steady' : 'look_fast',
    look.reach < 0.14 ? 'look_small' : look.reach < 0.26 ? 'look_medium' : 'look_wide',
  ];
}

/* This far back from the farthest point is a swing, not a tremble. */
const SWING = 0.07;
const BEAT_MS = 170;
const ROAR_MS = 650;

/** Notices when a puppet's swing turns round: then it makes its noise. */
export class Beat {
  private far = { x: 0.5, y: 0.5 };
  private way = { x: 0, y: 0 };
  private last = 0;

  beats(now: number, gesture: Gesture): boolean {
    const x = this.turned('x', gesture.x);
    const y = this.turned('y', gesture.y);
    const roar = gesture.power > 0.35 && now - this.last > ROAR_MS;
    if (!(x || y || roar) || gesture.power < 0.04 || now - this.last < BEAT_MS) return false;
    this.last = now;
    return true;
  }

  private turned(axis: 'x' | 'y', value: number): boolean {
    const off = value - this.far[axis];
    if (off * this.way[axis] >= 0 && off !== 0) {
      this.far[axis] = value;
      if (this.way[axis] === 0) this.way[axis] = Math.sign(off);
      return false;
    }
    if (Math.abs(off) < SWING) return false;
    this.way[axis] = Math.sign(off);
    this.far[axis] = value;
    return true;
  }
}
