/* Every kind of move of every game (docs/referee.md) has words in both languages. */
import { describe, expect, it } from 'vitest';
import { gameCard } from './games';
import { speak } from './language.svelte';
import type { GameId, View } from './protocol';
import { Words } from './words';

const names = ['Ann', 'Bob', 'Cléo'];
const views: Record<GameId, Record<string, unknown>> = {
  trex: { eggs: ['red', 'blue'] },
  tyrannosaurus: { phase: 'tyrex', panicking: [] },
  scale: {},
  trakks: { table: [['r6@0,0', 'r7@1,0', 'r8@2,0']] },
};

async function told(game: GameId, move: string, more: Record<string, unknown> = {}): Promise<[string, string]> {
  const { moveWords } = await gameCard(game)!.moves!();
  const words = await Words.load(game);
  const view = { game, seats: 3, phase: '', ...views[game], ...more } as View;
  const say = (language: 'en' | 'fr'): string => {
    speak(language);
    return moveWords(move, { view, words, names });
  };
  return [say('en'), say('fr')];
}

describe('moves in words', () => {
  it.each<[GameId, string, string, string]>([
    ['trex', 'play y6', 'play the yellow 6', 'jouer le 6 jaune'],
    ['trex', 'play ms', 'play the meteor shower', 'jouer la pluie de météorites'],
    ['trex', 'flip', 'turn over the top card of your deck', 'retourner la première carte de votre paquet'],
    ['trex', 'egg 2', 'take the blue egg', 'prendre l’œuf bleu'],
    ['trex', 'remove deck', 'remove the top card of your deck', 'retirer la première carte de votre paquet'],
    ['trex', 'remove shower', 'remove your meteor shower', 'retirer votre pluie de météorites'],
    ['trex', 'trump keep', 'keep both trumps', 'garder les deux atouts'],
    ['trex', 'trump weak red', 'make red the weak colour', 'faire du rouge la couleur faible'],
    ['tyrannosaurus', 'move SE', 'move south-east', 'avancer vers le sud-est'],
    ['tyrannosaurus', 'rest', 'rest', 'se reposer'],
    ['tyrannosaurus', 'steer SE', 'send the Ty-Rex south-east', 'envoyer le Ty-Rex vers le sud-est'],
    ['scale', 'offer 1', 'offer your card to Bob', 'proposer votre carte à Bob'],
    ['scale', 'change', 'change your card', 'changer de carte'],
    ['scale', 'swap blue', 'replace the blue action', 'remplacer l’action (bleu)'],
    ['scale', 'answer nomatch', 'say “no match”', 'dire « ça ne colle pas »'],
    ['scale', 'pick orange blue', 'choose these two actions: orange, blue', 'choisir ces deux actions : orange, bleu'],
    ['scale', 'vote 2', 'vote for Cléo', 'voter pour Cléo'],
    ['trakks', 'take g11', 'take the green 11 from the pool', 'prendre le 11 vert dans la réserve'],
    ['trakks', 'take arrow', 'take the arrow from the pool', 'prendre la flèche dans la réserve'],
    ['trakks', 'plus 1', 'play a “+3” against Bob', 'jouer un « +3 » contre Bob'],
    ['trakks', 'give r7 g2', 'pass the red 7 and the green 2 to the left', 'passer le 7 rouge et le 2 vert à gauche'],
    ['trakks', 'draw', 'draw a tile from the bag', 'tirer une tuile du sac'],
    ['trakks', 'place r6@0,0 r7@1,0 r8@2,0 r9@3,0 | b3@0,0 b4@1,0 b5@2,0', 'lay 4 tiles as shown', 'poser 4 tuiles comme sur la table'],
  ])('%s: %s', async (game, move, en, fr) => {
    const [english, french] = await told(game, move);
    expect(english).toBe(en);
    expect(french.replace(/[\u00a0\u202f]/g, ' ')).toBe(fr);
  });

  it('says what a direction is for', async () => {
    const of = (phase: string): Promise<[string, string]> => told('tyrannosaurus', 'steer W', { phase, panicking: [1] });
    expect(await of('lake')).toEqual(['push the Lake west', 'pousser le Lac vers l’ouest']);
    expect(await of('panic')).toEqual(['chase Bob west', 'faire fuir Bob vers l’ouest']);
  });
});
