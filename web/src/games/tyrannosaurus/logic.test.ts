import { describe, expect, it } from 'vitest';
import { booked, openLedger, reconciled, total, usedSources } from './ledger';
import {
  choiceText,
  COMPASS,
  directionByArrow,
  directionOfDigit,
  directionTo,
  neighbour,
  parseChoice,
  playableCards,
  ROWS,
  spread,
} from './logic';
import { valleyMatches } from '../../../tests/valley-matches';
import { applied, beatsOf, endsTurn, sceneOf } from './scene';

describe('squares and directions', () => {
  it('reads the board from the north-west', () => {
    expect(ROWS[0]).toEqual(['a5', 'b5', 'c5', 'd5', 'e5']);
    expect(ROWS[4]![0]).toBe('a1');
  });
  it('knows the eight neighbours and the edge', () => {
    expect(neighbour('c3', 'NE')).toBe('d4');
    expect(neighbour('a1', 'SW')).toBeNull();
    expect(neighbour('e5', 'E')).toBeNull();
    for (const direction of COMPASS) if (direction) expect(directionTo('c3', neighbour('c3', direction)!)).toBe(direction);
    expect(directionTo('c3', 'c5')).toBeNull();
    expect(directionTo('c3', 'c3')).toBeNull();
  });
  it('steers with the number block', () => {
    expect([7, 8, 9, 4, 6, 1, 2, 3].map(directionOfDigit)).toEqual(COMPASS.filter((direction) => direction));
    expect(directionOfDigit(5)).toBeNull();
    expect(directionOfDigit(0)).toBeNull();
  });
  it('steers with arrow keys', () => {
    expect(directionByArrow(null, 0, 1)).toBe('N');
    expect(directionByArrow('N', 1, 0)).toBe('NE');
    expect(directionByArrow('NE', 0, -1)).toBe('E');
    expect(directionByArrow('N', 0, -1)).toBe('S');
    expect(directionByArrow('N', 0, 1)).toBe('N');
  });
});

describe('choices', () => {
  it('are move texts', () => {
    expect(parseChoice('panic SW')).toEqual({ card: 'panic', direction: 'SW' });
    expect(parseChoice('rest')).toEqual({ card: 'rest', direction: null });
    expect(parseChoice('?')).toBeNull();
    expect(choiceText({ card: 'steer', direction: 'N' })).toBe('steer N');
    expect(choiceText({ card: 'move', direction: null })).toBeNull();
    expect(choiceText({ card: 'rest', direction: 'N' })).toBe('rest');
  });
  it('use the cards that are left', () => {
    expect(playableCards(['move N', 'rest'])).toEqual(['move', 'rest']);
    expect(playableCards(['steer N'])).toEqual([]);
  });
});

describe('a turn played out', () => {
  it('ends where the server says it does', () => {
    for (const match of valleyMatches) {
      let scene = sceneOf(match.start);
      for (const step of match.steps) {
        for (const event of step.events) scene = applied(scene, event);
        const sent = sceneOf(step.view);
        /* The phase is only known from the next view; the order of trees does not matter. */
        const { phase, fleeing, revealed } = sent;
        expect({ ...scene, trees: [...scene.trees].sort(), phase, fleeing, revealed }).toEqual({
          ...sent,
          trees: [...sent.trees].sort(),
        });
      }
    }
  });
  it('is shown in few beats that lose nothing', () => {
    for (const match of valleyMatches) {
      let before = match.start;
      for (const step of match.steps) {
        const beats = beatsOf(sceneOf(before), step.events);
        const events = step.events.filter((event) => event.type !== 'chosen');
        expect(beats.flatMap((beat) => beat.events)).toEqual(events);
        expect(beats[0]!.events.every((event) => event.type === 'reveal')).toBe(true);
        expect(beats.length).toBeLessThan(20);
        expect(beats.at(-1)!.after.stock).toEqual(step.view.players.map((player) => player.trees));
        expect(endsTurn(step.events)).toBe(step.view.phase === 'over' || step.view.phase === 'act');
        before = step.view;
      }
    }
  });
  it('has no beat for a secret choice', () => {
    const { start } = valleyMatches[0]!;
    expect(beatsOf(sceneOf(start), [{ type: 'chosen', seat: 1, choice: '?' }])).toEqual([]);
  });
});

describe('the ledger', () => {
  it('adds up to the scores', () => {
    for (const match of valleyMatches) {
      let ledger = openLedger(match.start.players.map((player) => player.trees));
      for (const step of match.steps) ledger = booked(ledger, step.events);
      expect(ledger.map(total)).toEqual(match.scores);
    }
  });
  it('has a line for what was not seen', () => {
    const ledger = reconciled(openLedger([4, 2]), [3, 4]);
    expect(ledger.map(total)).toEqual([3, 4]);
    expect(usedSources(ledger)).toEqual(['start', 'unseen']);
  });
});

describe('a crowded square', () => {
  it('has a place for each of five', () => {
    for (let count = 1; count <= 5; count++) {
      const places = Array.from({ length: count }, (_, index) => JSON.stringify(spread(count, index)));
      expect(new Set(places).size).toBe(count);
    }
  });

  it('begins again in each round', () => {
    const ledger = booked(openLedger([4, 2]), [
      { type: 'harvest', seat: 0, square: 'b2', trees: 5 },
      { type: 'dino', seat: 0, dino: 'stegosaurus', trees: 3 },
      { type: 'dino', seat: 1, dino: 'triceratops', trees: 4 },
    ]);
    expect(ledger).toEqual(openLedger([3, 4]));
  });
});
