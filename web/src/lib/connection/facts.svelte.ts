/* What the server says about its games (docs/referee.md): asked for once, before anything is
 * drawn, so that nothing has to move when it is known. */
import { connection } from './connection.svelte';
import { look } from './look';
import { LADDER, type Facts, type Game, type Level } from './protocol';

const AGAIN_MS = 1000;
const AGAIN_HERE_MS = 50; /* the hall of this device is about to start */
/* Until it is known, and of a game that the server does not have. */
const UNKNOWN: Facts = { real_time: false, best: 'highest', together: [], computers_need: null };

let all = $state.raw<Game[]>([]);

/** All games, in the server's order. */
export const games = (): Game[] => all;
export const gameOf = (id: string | undefined): Game | undefined => all.find((game) => game.id === id);
export const factsOf = (id: string | undefined): Facts => gameOf(id)?.facts ?? UNKNOWN;

/** The levels that people choose from in this game, weakest first. */
export const ladderOf = (id: string | undefined): readonly Level[] => gameOf(id)?.levels ?? LADDER;
/** The same before the match starts. */
export const levelsOf = (id: string | undefined): Level[] => ['auto', ...ladderOf(id)];
/** Against whom lessons and first matches are played: not a child, but the next step. */
export const firstOpponentIn = (id: string): Level => ladderOf(id)[1] ?? 'expert';

export function learnGames(games: Game[]): void {
  all = games;
}

/** Asks until there is an answer. */
export async function askForGames(): Promise<void> {
  for (;;) {
    try {
      return learnGames((await look('games', 'games', {})).games);
    } catch {
      /* The server is gone for a moment. */
    }
    await new Promise((resolve) => setTimeout(resolve, connection.here ? AGAIN_HERE_MS : AGAIN_MS));
  }
}
