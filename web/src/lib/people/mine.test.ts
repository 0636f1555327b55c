/* The person's own tables, and the matches that they have left, against a connection that is only pretended. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { othersOf } from './names';
import type { Info, Seat } from '../connection/protocol';

type Listener = { noteTables(tables: string[]): void; hear(push: object): void };
interface Server {
  asked: string[];
  listeners: Listener[];
  answer: { info: unknown; may_sit: number[] } | Error;
}
const server = vi.hoisted((): Server => ({ asked: [], listeners: [], answer: { info: null, may_sit: [] } }));
vi.mock('../connection/connection.svelte', () => {
  class Lost extends Error {}
  return {
    Lost,
    device: { listen: () => undefined, isDevice: true },
    connection: {
      person: { id: 'p1' },
      ready: true,
      isShown: () => false,
      greeted: () => Promise.resolve(),
      listen: (listener: Listener) => server.listeners.push(listener),
      ask: (cmd: string) => {
        server.asked.push(cmd);
        return cmd === 'info' && server.answer instanceof Error ? Promise.reject(server.answer) : Promise.resolve(server.answer);
      },
    },
  };
});
const { mine } = await import('./mine.svelte');
const { Lost } = await import('../connection/connection.svelte');

const hugo: Seat = { level: 'easy', name: 'Hugo' };
const me: Seat = { person: 'p1', name: 'Ann' };
const clara: Seat = { level: 'casual', name: 'Clara', replaces: { person: 'p1', name: 'Ann' } };
const info = (seat: (Seat | null)[], state: Info['state'] = 'playing') =>
  ({ id: 't', game: 'g', state, seat, options: {}, takeover: true }) as Info;
const hear = (seat: (Seat | null)[], may_sit: number[], state?: Info['state']): void => {
  for (const listener of server.listeners) listener.hear({ push: 'step', table: 't', info: info(seat, state), may_sit });
};
const ids = (): string[][] => [mine.list.map(({ id }) => id), mine.left.map(({ id }) => id)];
const look = async (answer: typeof server.answer): Promise<void> => {
  server.answer = answer;
  mine.look();
  await new Promise((resolve) => setTimeout(resolve));
};

describe('a match that was left', () => {
  beforeEach(() => {
    mine.list = [];
    mine.left = [];
    hear([me, hugo], []);
    hear([clara, hugo], [0]);
    server.asked.length = 0;
  });

  it('is kept, with those who play on, and not watched', () => {
    hear([me, hugo], []);
    expect(ids()).toEqual([['t'], []]);
    server.asked.length = 0;
    hear([clara, hugo], [0]);
    expect(ids()).toEqual([[], ['t']]);
    expect(othersOf(mine.left[0]!)).toEqual(['Hugo']);
    expect(server.asked).toEqual(['unwatch']);
  });

  it('is one’s own again after one tap', async () => {
    await mine.comeBack(mine.left[0]!);
    expect(server.asked).toEqual(['watch', 'sit']);
    hear([me, hugo], []);
    expect(ids()).toEqual([['t'], []]);
  });

  it('goes when the seat is taken, when the match is over, and when the server does not show it', async () => {
    await look({ info: info([clara, hugo]), may_sit: [0] });
    expect(ids()).toEqual([[], ['t']]);
    await look(new Lost());
    expect(ids()).toEqual([[], ['t']]);
    await look({ info: info([{ person: 'p2', name: 'Bob' }, hugo]), may_sit: [] });
    expect(ids()).toEqual([[], []]);
    hear([me, hugo], []);
    hear([clara, hugo], [], 'over');
    expect(ids()).toEqual([[], []]);
    hear([me, hugo], []);
    hear([clara, hugo], [0]);
    await look(new Error('forbidden'));
    expect(ids()).toEqual([[], []]);
  });

  it('stays over a reconnection, unless one is nobody any more', async () => {
    server.answer = { info: info([clara, hugo]), may_sit: [0] };
    server.listeners[0]!.noteTables([]);
    await new Promise((resolve) => setTimeout(resolve));
    expect(ids()).toEqual([[], ['t']]);
    expect(server.asked).toEqual(['info']);
  });

  it('is no match of someone who only watches, nor of people who share a device', () => {
    mine.left = [];
    hear([null, hugo], [0]);
    expect(ids()).toEqual([[], []]);
    mine.list = [
      { id: 't', here: false, game: 'g', state: 'playing', seat: [null, null], own: 0, shared: true, takeover: true, call: null },
    ];
    hear([clara, hugo], [0]);
    expect(ids()).toEqual([[], []]);
  });
});
