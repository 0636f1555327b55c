import { beforeAll, describe, expect, it, vi } from 'vitest';
import { learnGames } from '../connection/facts.svelte';
import { tables } from 'texts:games';
import { gameDisplay, gameIds, paceOf, quickRequest, shownGames } from './games';
import { learn } from '../words/language.svelte';
import type { Game } from '../connection/protocol';

vi.mock('../words/language.svelte', async (original) => ({ ...(await original<object>()), learn: vi.fn() }));

const [first, second] = gameIds() as [string, string];
const game = (id: string, more: Partial<Game['facts']> = {}): Game => ({
  id,
  seats: [2, 4],
  options: {},
  facts: { real_time: false, best: 'highest', together: [], computers_need: null, ...more },
  box: null,
  levels: [],
});
beforeAll(() => learnGames([game(second, { real_time: true, computers_need: { mode: 'x' } }), game('unheard of'), game(first)]));

describe('games', () => {
  it.each(gameIds())('%s has its sentences when its ending is shown before the table', async (id) => {
    vi.mocked(learn).mockClear();
    await gameDisplay(id)!.ending();
    expect(learn).toHaveBeenCalledWith({ [id]: (await tables[id]!()).default });
  });
  it('are those of the server that have a folder, in its order', () => expect(shownGames().map(({ id }) => id)).toEqual([second, first]));
  it('begin with what computer players need, at the pace that fits', () => {
    const [moving, still] = shownGames();
    expect(quickRequest(moving!, { level: 'easy', pace: 'calm' })).toMatchObject({ game: second, options: { mode: 'x' }, pace: 'calm' });
    expect(quickRequest(still!, { level: 'easy', pace: 'calm' })).toMatchObject({ game: first, options: {}, pace: 'fast' });
    expect(paceOf(first, false, 'calm')).toBe('human');
  });
  it('are named nowhere outside their folders', () => {
    const files = import.meta.glob<string>(['../../*.{ts,svelte}', '../../{lib,screens,table,ui}/**/*.{ts,svelte}', '../../../*.ts'], {
      query: '?raw',
      import: 'default',
      eager: true,
    });
    expect(Object.keys(files).length).toBeGreaterThan(50);
    const naming = Object.entries(files).filter(([, text]) => gameIds().some((id) => new RegExp(`['"\`/.]${id}\\b`).test(text)));
    expect(naming.map(([path]) => path)).toEqual([]);
  });
});

describe('colours', () => {
  it('of the dark are defined once, under the theme that the page sets', () => {
    const files = import.meta.glob<string>('../../**/*.{css,svelte}', { query: '?raw', import: 'default', eager: true });
    expect(Object.values(files).some((text) => text.includes('light-dark('))).toBe(true);
    expect(
      Object.entries(files)
        .filter(([, text]) => text.includes('prefers-color-scheme'))
        .map(([path]) => path),
    ).toEqual([]);
  });
});
