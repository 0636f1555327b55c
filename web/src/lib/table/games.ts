/* The games that the page can show. Each has a folder in `src/games`. Its `game.ts` describes how the game is
 * displayed, and is part of every page; what it imports is loaded later. The build finds the folders. */
import type { Component } from 'svelte';
import { tables } from 'texts:games';
import type { Connection } from '../connection/connection.svelte';
import { factsOf, games } from '../connection/facts.svelte';
import { learn, say, unbroken, type Name } from '../words/language.svelte';
import type { Opponents, Pace } from '../people/opponents.svelte';
import type { Playback } from './playback.svelte';
import type { Game, Values, View } from '../connection/protocol';
import type { MySeat } from './seat.svelte';
import type { MoveContext, Remark, Words } from '../words/words';

/** A position in the rulebook: all hands are open, and one seat is the reader's. */
export interface FigureProps {
  view: View;
  seat: number;
  words: Words;
  names: Name[];
}

export interface GameDisplay {
  icon: string;
  /** The colour of the picture on the start page. */
  colour: 'ember' | 'fern' | 'amber' | 'lake';
  /** The number of seats of a quick game against computer players. */
  quickSeats: number;
  /** The table itself, drawn for this game, with the components of this hall; `table/Plain.svelte` does for any
   * until there is one. */
  table: (hall?: Connection) => Promise<{ default: Component<{ playback: Playback; mySeat: MySeat | null }> }>;
  /** What the game adds to the end: who has what, and why that won. `title` may name it in its own words. */
  ending: () => Promise<{ default: Component<{ playback: Playback }>; title?: (playback: Playback) => string | null }>;
  /** A small picture of a position, for the rulebook. */
  figure?: () => Promise<{ default: Component<FigureProps> }>;
  /** Colours of the seats in pictures of an analysis, where the game has its own: CSS values. */
  seatColours?: (view: View) => string[];
  /** Draws what the game adds to the analysis of a mistake. */
  review?: () => Promise<{ default: Component<{ playback: Playback; view: View; note: Remark }> }>;
  /** A move in words; without it, its notation is shown. */
  moves?: () => Promise<{ moveWords: (move: string, context: MoveContext) => string }>;
}

/** A display, with what the server says about the game. */
export type Shown = GameDisplay & Game;

const folders = import.meta.glob<{ default: GameDisplay }>('../../games/*/game.ts', { eager: true });
const displays = new Map(
  Object.entries(folders).map(([path, { default: display }]): [string, GameDisplay] => {
    const id = path.split('/').at(-2)!;
    const { table, ending, figure, review, moves } = display;
    const spoken: GameDisplay = { ...display, table: (hall) => withTexts(id, table(hall)), ending: () => withTexts(id, ending()) };
    if (figure) spoken.figure = () => withTexts(id, figure());
    if (review) spoken.review = () => withTexts(id, review());
    if (moves) spoken.moves = () => withTexts(id, moves());
    return [id, spoken];
  }),
);

/* What a game draws comes with the sentences that it says: any part may be there before the table is. */
async function withTexts<Module>(id: string, table: Promise<Module>): Promise<Module> {
  const [texts, module] = await Promise.all([tables[id]!(), table]);
  learn({ [id]: texts.default });
  return module;
}

/** The ids of the games that have a folder. */
export const gameIds = (): string[] => [...displays.keys()];
export const gameDisplay = (id: string): GameDisplay | undefined => displays.get(id);

/** The name of a game in a heading. */
export const gameName = (id: string): string => unbroken(say(`${id}.name`));

/** The games that can be played here, in the server's order. */
export function shownGames(): Shown[] {
  return games().flatMap((game) => {
    const display = gameDisplay(game.id);
    return display ? [{ ...display, ...game }] : [];
  });
}

/** The request that begins a game with computer players at once. */
export function quickRequest(game: Shown, { level, pace, seats = game.quickSeats }: Opponents): Values<'create'> {
  const bots = Array.from({ length: seats }, (_, seat) => (seat === 0 ? null : level));
  return {
    game: game.id,
    seats,
    options: game.facts.computers_need ?? {},
    bots,
    sit: 0,
    autostart: true,
    pace: paceOf(game.id, true, pace),
  };
}

/** The pace of the computer players. Against them alone the server plays fast, and the page shows their moves at the
 * speed that the person has set. In real time the person chooses; with other people the pace is human. */
export function paceOf(game: string, alone: boolean, chosen: Pace): 'fast' | Pace {
  if (factsOf(game).real_time) return chosen;
  return alone ? 'fast' : 'human';
}
