/* Moves in words, from the folder of a game. */
import { gameDisplay } from '../src/lib/table/games';
import { speak } from '../src/lib/words/language.svelte';
import { Words } from '../src/lib/words/words';

const names = ['Ann', 'Bob', 'Cléo'];

/** A move in English and in French words, for this view; non-breaking spaces become plain ones. */
export async function inBothLanguages(game: string, move: string, view: Record<string, unknown> = {}): Promise<[string, string]> {
  const { moveWords } = await gameDisplay(game)!.moves!();
  const words = await Words.load(game);
  const say = (language: 'en' | 'fr'): string => {
    speak(language);
    return moveWords(move, { view: { game, seats: 3, phase: '', ...view }, words, names }).replace(/[\u00a0\u202f]/g, ' ');
  };
  return [say('en'), say('fr')];
}
