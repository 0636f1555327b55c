/* Whole matches of Tyrannosaurus Rex, played by `ludosaure referee`: every kind of event is in them. */
import type { GameEvent } from '../src/lib/connection/protocol';
import type { ValleyView } from '../src/games/tyrannosaurus/view';
import text from './fixtures/tyrannosaurus.json?raw';

export interface ValleyMatch {
  start: ValleyView;
  steps: { events: GameEvent[]; view: ValleyView }[];
  scores: number[];
}

export const valleyMatches = JSON.parse(text) as ValleyMatch[];
