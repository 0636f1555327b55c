/* What the page knows of each game before it is loaded: how to show it and how to begin quickly. */
import type { Component } from 'svelte';
import rex from 'icon:dinosaur-rex';
import skull from 'icon:t-rex-skull';
import masks from 'icon:drama-masks';
import bones from 'icon:dinosaur-bones';
import { pairFits } from '../games/tyrannosaurus/pairs';
import { isRealTime } from './call';
import { componentsOf } from './components';
import type { Opponents, Tempo } from './opponents.svelte';
import type { GameId } from './protocol';
import type { Table } from './table.svelte';
import type { Told } from './words';

export interface GameCard {
  id: GameId;
  icon: string;
  seats: [number, number];
  quick: { seats: number; options?: Record<string, unknown> };
  /* Whether an order of seats goes with the other options that were chosen; the server has the last word. */
  fits?: (order: string[], options: Record<string, unknown>) => boolean;
  /* The table itself, drawn for this game; `table/Plain.svelte` does for any until there is one. */
  table: () => Promise<{ default: Component<{ table: Table }> }>;
  /* What the game adds to the end: who has what, and why that won. `title` may name it in its own words. */
  ending: () => Promise<{ default: Component<{ table: Table }>; title?: (table: Table) => string | null }>;
  /* A move in words; without it, its notation is shown. */
  moves?: () => Promise<{ moveWords: (move: string, told: Told) => string }>;
}

export const GAMES: GameCard[] = [
  {
    id: 'trex',
    icon: rex,
    seats: [2, 5],
    quick: { seats: 4 },
    /* Both are on their way at the same time. */
    table: () => {
      const components = componentsOf('trex');
      return import('../games/trex/open').then(({ open }) => open(components));
    },
    ending: () => import('../games/trex/Ending.svelte'),
    moves: () => import('../games/trex/moves'),
  },
  {
    id: 'tyrannosaurus',
    icon: skull,
    seats: [2, 4],
    quick: { seats: 4 },
    fits: pairFits,
    table: () => import('../games/tyrannosaurus/TyrannosaurusTable.svelte'),
    ending: () => import('../games/tyrannosaurus/Ending.svelte'),
    moves: () => import('../games/tyrannosaurus/moves'),
  },
  {
    id: 'scale',
    icon: masks,
    seats: [2, 8],
    quick: { seats: 4, options: { mode: 'stage' } },
    table: () => import('../games/scale/ScaleTable.svelte'),
    ending: () => import('../games/scale/Ending.svelte'),
    moves: () => import('../games/scale/moves'),
  },
  {
    id: 'trakks',
    icon: bones,
    seats: [2, 4],
    quick: { seats: 2 },
    table: () => import('../games/trakks/TrakksTable.svelte'),
    ending: () => import('../games/trakks/Ending.svelte'),
    moves: () => import('../games/trakks/moves'),
  },
];

export const gameCard = (id: string): GameCard | undefined => GAMES.find((game) => game.id === id);

/** The request that begins a game with computer players at once. */
export function quickRequest(game: GameCard, { level, tempo }: Opponents): Record<string, unknown> & { game: GameId } {
  const bots = Array.from({ length: game.quick.seats }, (_, seat) => (seat === 0 ? null : level));
  return {
    game: game.id,
    seats: game.quick.seats,
    options: game.quick.options ?? {},
    bots,
    sit: 0,
    autostart: true,
    pace: paceOf(game.id, true, tempo),
  };
}

/** Alone with computer players, it is the page that takes its time to show their moves, as long as
 * one likes; what happens in real time, or with other people there, has the server's pace. */
export function paceOf(game: GameId, alone: boolean, tempo: Tempo): 'fast' | Tempo {
  if (isRealTime(game)) return tempo;
  return alone ? 'fast' : 'human';
}
