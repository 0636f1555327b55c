/* What a turn in the making says, at a table that is only pretended. */
import { expect, it } from 'vitest';
import { speak } from '../../lib/words/language.svelte';
import type { Playback } from '../../lib/table/playback.svelte';
import { Words } from '../../lib/words/words';
import { Play } from './play.svelte';

it('showing the whole table leaves every tile where it is', () => {
  const play = new Play({} as Playback, null, []);
  play.camera.width = play.camera.height = 360;
  const tiles = ['b3', 'b4', 'b5'].map((tile, x) => ({ id: x, tile, x, y: 0 }));
  const far = ['r7', 'g7', 'y7'].map((tile, x) => ({ id: 10 + x, tile, x: 30 + x, y: 20 }));
  play.desk.base = play.desk.table = [...tiles, ...far];
  play.showAll();
  expect(play.desk.table).toEqual([...tiles, ...far]);
  expect(play.camera.sees({ left: 0, top: 0, right: 32, bottom: 20 })).toBe(true);
});

it('a message follows the language', async () => {
  const play = new Play({ words: await Words.load('trakks') } as Playback, null, []);
  play.tell('holding', () => ({ tile: play.word('y6') }));
  speak('en');
  expect(play.message()).toMatch(/yellow 6/);
  speak('fr');
  expect(play.message()).toMatch(/6 jaune/);
  speak('en');
});
