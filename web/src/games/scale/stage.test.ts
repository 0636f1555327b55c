import { readFileSync } from 'node:fs';
import { describe as group, expect, it } from 'vitest';
import { bytes, LEVELS, meterShare, Performer, POWER_A_LEVEL, POWER_MIDDLE } from './performer';
import { MANNERS, poseOf } from './pose';
import { Beat, describe, Track } from './stream';

group('the meter', () => {
  it('has the cells where computer players expect the levels', () => {
    const reader = readFileSync(new URL('../../../../src/games/scale/memory.c', import.meta.url), 'utf8');
    const [, middle, slope] = /\[SCALE_FEATURE_POWER\] = \{([\d.]+)f, ([\d.]+)f/.exec(reader)!;
    expect([POWER_MIDDLE, POWER_A_LEVEL]).toEqual([Number(middle), Number(slope)]);
  });
  it('is full up to the middle of a cell at the power of its level', () => {
    for (let level = 1; level <= LEVELS; level++)
      expect(meterShare(POWER_MIDDLE + (level - 5.5) * POWER_A_LEVEL)).toBeCloseTo((level - 0.5) / LEVELS);
    expect(meterShare(0)).toBe(0);
    expect(meterShare(1)).toBe(1);
  });
});

group('a stream of gestures', () => {
  it('moves smoothly from one to the next', () => {
    const track = new Track();
    track.add(1000, { x: 0, y: 0, power: 0 });
    track.add(1050, { x: 1, y: 0.5, power: 0.5 });
    const half = track.gestureAt(1135);
    expect(half.x).toBeCloseTo(0.5);
    expect(half.power).toBeCloseTo(0.25);
    expect(track.gestureAt(1200).x).toBe(1);
  });
  it('stands still before anything came, and calms down when nothing comes any more', () => {
    const track = new Track();
    expect(track.gestureAt(5)).toEqual({ x: 0.5, y: 0.5, power: 0 });
    track.add(1000, { x: 0.2, y: 0.5, power: 1 });
    expect(track.gestureAt(2000).power).toBe(1);
    expect(track.gestureAt(5000).power).toBe(0);
  });
  it('is described coarsely', () => {
    const description = (power: number, swing: number): string[] => {
      const track = new Track();
      for (let tick = 0; tick < 60; tick++) track.add(tick * 50, { x: 0.5 + swing * Math.sin(tick / 2), y: 0.5, power });
      return describe(track.look(3000));
    };
    expect(description(0.8, 0.45)).toEqual(['look_wild', 'look_fast', 'look_wide']);
    expect(description(0.1, 0.05)).toEqual(['look_faint', 'look_slow', 'look_small']);
    expect(describe(new Track().look(0))).toEqual(['look_still']);
  });
});

group('noises', () => {
  const heard = (swing: number, power: number): number => {
    const beat = new Beat();
    let count = 0;
    for (let ms = 1000; ms < 5000; ms += 16)
      if (beat.beats(ms, { x: 0.5 + swing * Math.sin((ms / 1000) * Math.PI * 2), y: 0.5, power })) count++;
    return count;
  };
  it('come when a swing turns round', () => {
    expect(heard(0.3, 0.3)).toBeGreaterThanOrEqual(7);
    expect(heard(0.3, 0.3)).toBeLessThanOrEqual(9);
  });
  it('do not come from trembling, nor from standing still', () => {
    expect(heard(0.02, 0.2)).toBe(0);
    expect(heard(0.3, 0)).toBe(0);
  });
});

/* Moves a finger back and forth for this many seconds. */
function wag(performer: Performer, hertz: number, seconds = 3): number {
  let power = 0;
  for (let frame = 0; frame < seconds * 60; frame++) {
    performer.point({ x: 0.5 + 0.3 * Math.sin((frame / 60) * Math.PI * 2 * hertz), y: 0.5 });
    performer.pass(1 / 60);
    if (frame % 3 === 0) performer.next();
    power = performer.gesture.power;
  }
  return power;
}

group('one’s own puppet', () => {
  it('has more power the faster it is moved', () => {
    const slow = wag(new Performer(), 0.3);
    const fast = wag(new Performer(), 2);
    expect(slow).toBeGreaterThan(0.05);
    expect(slow).toBeLessThan(0.4);
    expect(fast).toBeGreaterThan(0.6);
  });
  it('comes to rest when it is let go', () => {
    const performer = new Performer();
    wag(performer, 2);
    performer.point(null);
    for (let frame = 0; frame < 180; frame++) performer.pass(1 / 60);
    expect(performer.resting).toBe(true);
  });
  it('goes where the arrow keys say, and Space gives power', () => {
    const performer = new Performer();
    performer.hold('left', true);
    performer.push(true);
    for (let frame = 0; frame < 120; frame++) performer.pass(1 / 60);
    expect(performer.gesture.x).toBeLessThan(0.15);
    expect(performer.gesture.power).toBeGreaterThan(0.5);
    performer.release();
    for (let frame = 0; frame < 240; frame++) performer.pass(1 / 60);
    expect(performer.resting).toBe(true);
  });
  it('feels shaking but not the weight of the phone', () => {
    const performer = new Performer();
    for (let time = 0; time < 60; time++) performer.feel(0, 9.8, 0);
    for (let frame = 0; frame < 60; frame++) performer.pass(1 / 60);
    expect(performer.gesture.power).toBeLessThan(0.05);
    for (let time = 0; time < 60; time++) {
      performer.feel(time % 2 ? 15 : -15, 9.8, 0);
      performer.pass(1 / 60);
    }
    expect(performer.gesture.power).toBeGreaterThan(0.5);
  });
  it('goes on as strongly as in the end, not as before or on the way to the button', () => {
    const performer = new Performer();
    const power: number[] = [];
    const move = (seconds: number, at: (second: number) => { x: number; y: number } | null): void => {
      for (let frame = 0; frame < seconds * 60; frame++) {
        performer.point(at(frame / 60));
        performer.pass(1 / 60);
        if (frame % 3 === 0) power.push(performer.next().power);
      }
    };
    const mean = (powers: number[]): number => meterShare(powers.reduce((sum, one) => sum + one, 0) / powers.length) * LEVELS;
    move(2, (second) => ({ x: 0.5 + 0.4 * Math.sin(second * Math.PI * 4), y: 0.5 })); /* wild */
    move(0.5, () => null);
    move(2.5, (second) => ({ x: 0.5 + 0.15 * Math.sin(second * Math.PI * 2), y: 0.5 })); /* about level 3 */
    const wanted = mean(power.slice(-20));
    move(0.15, (second) => ({ x: 0.5 + 3 * second, y: 0.5 })); /* out of the stage */
    performer.point(null);
    performer.loop(true);
    const looped = mean(Array.from({ length: 100 }, () => performer.next().power));
    expect(wanted).toBeGreaterThan(2);
    expect(wanted).toBeLessThan(5);
    expect(Math.abs(looped - wanted)).toBeLessThan(1);
  });
  it('goes on by itself as it was, until it is moved again', () => {
    const performer = new Performer();
    performer.loop(true);
    expect(performer.looping).toBe(false);
    wag(performer, 1);
    performer.point(null);
    performer.loop(true);
    const xs = Array.from({ length: 130 }, () => performer.next().x);
    expect(Math.max(...xs)).toBeGreaterThan(0.7);
    expect(Math.min(...xs)).toBeLessThan(0.3);
    const jumps = xs.slice(1).map((x, index) => Math.abs(x - xs[index]!));
    expect(Math.max(...jumps)).toBeLessThan(0.15);
    performer.point({ x: 0.5, y: 0.5 });
    expect(performer.looping).toBe(false);
  });
  it('is sent as three bytes', () => {
    expect(bytes({ x: 0, y: 0.5, power: 1 })).toEqual([0, 128, 255]);
  });
});

group('how a puppet stands', () => {
  it('shows more when there is more power, whatever its manner', () => {
    for (const manner of MANNERS) {
      const pose = (power: number): number => poseOf(manner, { x: 0.5, y: 0.5, power }, { x: 0, y: 0 }, 0, true).jaw;
      expect(pose(0.9)).toBeGreaterThan(pose(0.5));
      expect(pose(0.5)).toBeGreaterThan(pose(0.1));
    }
  });
  it('does not decorate for those who want it calm', () => {
    const at = (seconds: number): unknown => poseOf(MANNERS[0]!, { x: 0.3, y: 0.6, power: 0.9 }, { x: 0, y: 0 }, seconds, true);
    expect(at(0.1)).toEqual(at(0.2));
    expect(poseOf(MANNERS[0]!, { x: 0.3, y: 0.6, power: 0.9 }, { x: 0, y: 0 }, 0.1, true).shout).toBe(0);
  });
});
