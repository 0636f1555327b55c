/* What a turn in the making says, at a table that is only pretended. */
import { expect, it } from 'vitest';
import { speak } from '../../lib/words/language.svelte';
import type { Playback } from '../../lib/table/playback.svelte';
import { Words } from '../../lib/words/words';
import { Play } from './play.svelte';

it('a message follows the language', async () => {
  const play = new Play({ words: await Words.load('trakks') } as Playback, null, []);
  play.tell('holding', () => ({ tile: play.word('y6') }));
  speak('en');
  expect(play.message()).toMatch(/yellow 6/);
  speak('fr');
  expect(play.message()).toMatch(/6 jaune/);
  speak('en');
});
