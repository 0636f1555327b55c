/* The person's own tables, and the matches that they have left, against a connection that is only pretended. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
const { byUrgency, mine } = await import('./mine.svelte');
const { Lost } = await import('../connection/connection.svelte');

const hugo: Seat = { level: 'easy', name: 'Hugo' };
const me: Seat = { person: 'p1', name: 'Ann' };
const clara: Seat = { level: 'casual', name: 'Clara', replaces: { person: 'p1', name: 'Ann' } };
const info = (seat: (Seat | null)[], state: Info['state'] = 'playing') =>
  ({ id: 't', game: 'g', state, seat, options: {}, takeover: true, clock: { kind: 'none' } }) as Info;
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

describe('matches over days', () => {
  const HOUR = 3_600_000;
  const bob: Seat = { person: 'p2', name: 'Bob' };
  const tell = (id: string, awaited: number[], left: number[] | null, kind = 'days'): void => {
    const running = left ? awaited : [];
    const about = { ...info([me, bob]), id, clock: { kind, seconds: 259_200 } };
    for (const listener of server.listeners) listener.hear({ push: 'table', table: id, info: about, may_sit: [], awaited, left, running });
  };
  const listed = (): string[] => [...mine.list].sort(byUrgency).map(({ id }) => id);

  beforeEach(() => {
    mine.list = [];
    mine.left = [];
    vi.useFakeTimers({ now: 1_000_000 });
    tell('late', [0], [50 * HOUR, 72 * HOUR]);
    tell('theirs', [1], [72 * HOUR, HOUR]);
    tell('soon', [0], [2 * HOUR, 72 * HOUR]);
    tell('quick', [1], null, 'none');
  });
  afterEach(() => void vi.useRealTimers());

  it('come first where it is one’s turn, then by their deadlines; others after them', () => {
    expect(listed()).toEqual(['soon', 'late', 'theirs', 'quick']);
    expect(mine.list.map(({ days }) => days?.until)).toEqual([50, 1, 2, undefined].map((hours) => hours && 1_000_000 + hours * HOUR));
    expect(mine.list[1]!.days!.awaited).toEqual([1]);
  });

  it('stand still while somebody is on holiday, and know until when', () => {
    const end = 1_000_000 + 30 * HOUR;
    const clocks = (holidays?: number[]): void => {
      const push = {
        push: 'clocks',
        table: 'soon',
        left: [2 * HOUR, 72 * HOUR],
        running: holidays ? [] : [0],
        ...(holidays && { holidays }),
      };
      for (const listener of server.listeners) listener.hear(push);
    };
    clocks([end, 0]);
    expect(mine.list.find(({ id }) => id === 'soon')!.days).toEqual({ awaited: [0], until: end + 2 * HOUR, holiday: end });
    expect(listed()[0]).toEqual('soon');
    clocks();
    expect(mine.list.find(({ id }) => id === 'soon')!.days).toEqual({ awaited: [0], until: 1_000_000 + 2 * HOUR, holiday: 0 });
  });

  it('lead on to the next one that waits for the person', () => {
    expect(mine.awaiting('late').map(({ id }) => id)).toEqual(['soon']);
    tell('soon', [1], [72 * HOUR, 72 * HOUR]);
    expect(mine.awaiting('soon').map(({ id }) => id)).toEqual(['late']);
    expect(mine.awaiting('late')).toEqual([]);
  });

  it('are known again after a reload, before the server answers', () => {
    const kept = JSON.parse(localStorage.getItem('ludosaure.tables')!) as typeof mine.list;
    expect(kept.sort(byUrgency).map(({ id }) => id)).toEqual(['soon', 'late', 'theirs', 'quick']);
  });
});
