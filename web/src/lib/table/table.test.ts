/* The table store against a connection that is only pretended. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { learnGames } from '../connection/facts.svelte';
import { WAIT, type Game, type Info, type StepPush, type TablePush } from '../connection/protocol';

const asked = vi.hoisted(() => [] as { cmd: string; values: Record<string, unknown>; answer: (ok: boolean | 'lost' | object) => void }[]);
vi.mock('../connection/connection.svelte', () => {
  class Lost extends Error {}
  const silent = { listen: () => undefined };
  const ask = (cmd: string, values: Record<string, unknown>) =>
    new Promise((resolve, reject) =>
      asked.push({
        cmd,
        values,
        answer: (ok) => (ok === true || typeof ok === 'object' ? resolve(ok) : reject(ok === 'lost' ? new Lost() : new Error('refused'))),
      }),
    );
  return {
    Lost,
    device: silent,
    connection: {
      ...silent,
      person: { id: 'p1', name: 'Ann', login: null },
      online: true,
      ready: true,
      watch: () => undefined,
      unwatch: () => undefined,
      isShown: () => true,
      tell: () => undefined,
      ask,
      insist: ask,
    },
  };
});
const { Table } = await import('./table.svelte');
const { gameIds } = await import('./games');
const { keepMuted } = await import('../people/muted');
const { settings } = await import('../browser/settings.svelte');

const { Words } = await import('../words/words');
const both = (text: string) => ({ en: text, fr: text });

const game = gameIds()[0]!;
const info = {
  id: 't',
  game,
  seats: 2,
  state: 'playing',
  host: { person: 'p1', name: 'Ann' },
  seed_hash: '',
  seed: null,
  rematch: null,
  seat: [
    { person: 'p1', name: 'Ann' },
    { level: 'easy', name: 'Hugo' },
  ],
  options: {},
  chat: true,
  hints: true,
} as Info;
const view = { game, seats: 2, phase: 'play' };
const whole = (v: number): TablePush => ({
  push: 'table',
  table: 't',
  v,
  info,
  you: 0,
  may_sit: [],
  online: [true, true],
  spectators: 0,
  chat: [],
  muted: [],
  view: { ...view, v },
  aids: { v },
  phase: 'play',
  to_act: [0],
  awaited: [0],
  legal: ['play y6'],
  open: [],
  left: null,
  running: [],
  result: null,
});
const step = (v: number, seat: number, toAct: number[]): StepPush => ({
  push: 'step',
  table: 't',
  v,
  kind: 'move',
  seat,
  by: 'computer',
  events: [],
  view: { ...view, v },
  aids: { v },
  phase: 'play',
  to_act: toAct,
  awaited: toAct,
  legal: [],
  open: [],
  left: null,
  result: null,
});

describe('table', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    asked.length = 0;
    learnGames([]);
    settings.showSpeed = 'normal';
  });

  it('shows a phrase for a moment, and nothing of people who were muted at another table', () => {
    const said = (person: string, more: object) => ({ push: 'chat' as const, table: 't', person, name: 'Bob', seat: 1, at: 0, ...more });
    keepMuted('p3', true);
    const table = new Table('t');
    table.push({ ...whole(1), chat: [said('p3', { text: 'before' }), said('p2', { text: 'hello' })] });
    expect(table.chat.map(({ text }) => text)).toEqual(['hello']);
    expect(asked.find(({ cmd }) => cmd === 'mute')?.values).toMatchObject({ person: 'p3', on: true });
    expect(table.isMuted('p3')).toBe(true);
    table.push(said('p2', { phrase: 'thanks' }));
    table.push(said('p3', { phrase: 'thanks' }));
    table.push(said('p2', { phrase: 'roar' }));
    expect(table.phrases.map(({ person, phrase }) => [person, phrase])).toEqual([['p2', 'roar']]);
    expect(table.chat.length).toBe(3);
    expect(table.unread).toBe(0);
    vi.advanceTimersByTime(5000);
    expect(table.phrases).toEqual([]);
    settings.chat = false;
    table.push(said('p2', { phrase: 'roar' }));
    table.push(said('p2', { text: 'heard?' }));
    expect([table.phrases.length, table.unread, table.chat.length]).toEqual([0, 0, 5]);
    settings.chat = true;
    /* Before the match they have no place beside the seats, and wait to be read. */
    const waiting = new Table('t');
    waiting.push({ ...whole(1), info: { ...info, state: 'waiting' } });
    waiting.push(said('p2', { phrase: 'roar' }));
    waiting.push(said('p2', { text: 'hello' }));
    expect(waiting.unread).toBe(2);
    keepMuted('p3', false);
  });

  it('shows steps one after the other, at the speed that is set', () => {
    const table = new Table('t');
    table.push(whole(1));
    expect(table.seat.mayMove).toBe(true);
    table.push(step(2, 1, [1]));
    table.push(step(3, 1, [0]));
    expect(table.playback.view?.v).toBe(2);
    expect(table.seat.mayMove).toBe(false);
    vi.advanceTimersByTime(699);
    expect(table.playback.view?.v).toBe(2);
    vi.advanceTimersByTime(1);
    expect(table.playback.view?.v).toBe(3);
    expect(table.seat.mayMove).toBe(true);
  });

  it('lets one act while the moves of others are still being shown, and then shows them all', async () => {
    const table = new Table('t');
    const { playback, seat } = table;
    const shown: number[] = [];
    playback.onStep(({ v }) => shown.push(v));
    table.push(whole(1));
    for (const v of [2, 3]) table.push(step(v, 1, [1]));
    seat.skip();
    expect([seat.mayAct, playback.view?.v]).toEqual([false, 2]);
    table.push({ ...step(4, 1, [0]), legal: ['play y5'] });
    expect([seat.mayMove, seat.mayAct, seat.legal, playback.view?.v]).toEqual([false, true, ['play y5'], 2]);
    const played = seat.play('play y5');
    expect([asked.at(-1)!.cmd, asked.at(-1)!.values.move, playback.view?.v, playback.atRest]).toEqual(['move', 'play y5', 4, true]);
    expect(shown).toEqual([2, 3, 4]);
    asked.at(-1)!.answer(true);
    await played;
    table.push(step(5, 0, [1]));
    expect(playback.view?.v).toBe(5);
  });

  it('shows the aids that belong to its view', () => {
    const table = new Table('t');
    const pairs: unknown[] = [];
    table.playback.onStep(() => pairs.push([table.playback.view?.v, table.playback.aids?.v]));
    table.push(whole(1));
    expect(table.playback.aids).toEqual({ v: 1 });
    for (const v of [2, 3]) table.push(step(v, 1, [0]));
    vi.runAllTimers();
    expect(pairs).toEqual([
      [2, 2],
      [3, 3],
    ]);
  });

  it('takes no step twice', () => {
    const table = new Table('t');
    const seen: number[] = [];
    table.playback.onStep((one) => seen.push(one.v));
    table.push(whole(5));
    for (const v of [4, 5, 6, 6]) table.push(step(v, 1, [0]));
    vi.runAllTimers();
    expect(seen).toEqual([6]);
  });

  it('does not make anybody wait for a long queue', () => {
    const table = new Table('t');
    table.push(whole(1));
    for (let v = 2; v < 40; v++) table.push(step(v, 1, [0]));
    vi.advanceTimersByTime(700 * 15);
    expect(table.playback.view?.v).toBe(39);
  });

  it('knows who one is and what computer players are called', () => {
    const table = new Table('t');
    table.push(whole(1));
    expect(table.playback.you).toBe(0);
    expect(table.isHost).toBe(true);
    expect(table.playback.names).toEqual(['Ann', 'Hugo']);
  });

  it('sends a move again after a lost connection, with the same id', async () => {
    const table = new Table('t');
    table.push(whole(1));
    const done = table.seat.play('play y6');
    const first = asked.at(-1)!;
    first.answer('lost');
    await vi.advanceTimersByTimeAsync(0);
    expect(table.seat.mayMove).toBe(false);
    table.rewatch();
    const watch = asked.at(-1)!;
    expect(watch.values.since).toBe(1);
    watch.answer(true);
    await vi.advanceTimersByTimeAsync(0);
    const second = asked.at(-1)!;
    expect(second.cmd).toBe('move');
    expect(second.values.cid).toBe(first.values.cid);
    second.answer(true);
    await done;
    expect(table.seat.sending).toBe(false);
  });

  it('keeps a hint while others move, as long as it can be followed', () => {
    const table = new Table('t');
    table.push(whole(1));
    table.playback.hint = 'play y6';
    table.push({ ...step(2, 1, [0, 1]), legal: ['play y6'] });
    expect(table.playback.hint).toBe('play y6');
    vi.advanceTimersByTime(700);
    table.push(step(3, 1, [0]));
    expect(table.playback.hint).toBe(null);
  });

  it("puts a hint away with the player's own move, even if it could be made again", () => {
    const table = new Table('t');
    table.push(whole(1));
    table.playback.hint = 'play y6';
    table.push({ ...step(2, 0, [0]), legal: ['play y6'] });
    expect(table.playback.hint).toBe(null);
  });

  it('keeps a hint to wait while others move, as long as the player has the same choices', () => {
    learnGames([{ id: game, facts: { real_time: true } } as Game]);
    const move = (v: number, more: Partial<StepPush> = {}): StepPush => ({
      ...step(v, 1, [0, 1]),
      aids: { calls: [null, null] },
      legal: ['play y6'],
      ...more,
    });
    const otherwise = {
      'may do something else': { legal: ['play y5'] },
      'is asked for something': { aids: { calls: ['offer', null] } },
      'has moved': { seat: 0 },
    };
    for (const [what, more] of Object.entries(otherwise)) {
      const table = new Table('t');
      table.push({ ...whole(1), aids: { calls: [null, null] } });
      table.playback.hint = WAIT;
      table.push(move(2));
      vi.runAllTimers();
      expect(table.playback.hint).toBe(WAIT);
      table.push(move(3, more));
      expect(table.playback.hint, what).toBe(null);
    }
  });

  it('takes no advice that was overtaken, and says which one made the match unrated', async () => {
    const table = new Table('t');
    const advise = async (move: string | null, legal?: string[]): Promise<unknown> => {
      const given = table.seat.suggest();
      const { answer } = asked.at(-1)!;
      if (legal) table.push({ ...step(table.playback.version + 1, 1, [0]), legal });
      answer({ move, why: null });
      return given;
    };
    table.push({ ...whole(1), info: { ...info, rated: true } });
    expect(await advise('play y6')).toEqual({ move: 'play y6', why: null, unrates: true });
    table.push(whole(2));
    expect(await advise(null)).toEqual({ move: WAIT, why: null, unrates: false });
    expect(await advise(null, ['play y5'])).toBe(null);
    expect(await advise('play y6')).toBe(null);
  });

  it('says in the log that a match with a hint is no longer rated, and keeps the hint', () => {
    const table = new Table('t');
    table.push(whole(1));
    table.playback.hint = 'play y6';
    table.push({ ...step(2, 0, [0]), kind: 'hint', seat: null, legal: ['play y6'], info: { ...info, rated: false }, may_sit: [] });
    expect([table.playback.hint, table.seat.mayMove, table.info?.rated]).toEqual(['play y6', true, false]);
    expect(table.playback.story.flatMap((line) => table.playback.sentences(line))).toEqual([
      'A hint was given: this game is no longer rated.',
    ]);
  });

  it('passes a refusal to the caller who made the move', async () => {
    const table = new Table('t');
    table.push(whole(1));
    const done = table.seat.play('nonsense');
    asked.at(-1)!.answer(false);
    await expect(done).rejects.toThrow('refused');
    expect(table.seat.mayMove).toBe(true);
  });

  it('reads the log of before, page by page', async () => {
    const table = new Table('t');
    const line = (v: number) => ({ v, kind: 'move', seat: 1, by: 'computer', events: [{ type: 'flipped' }] });
    const asks = () => asked.filter(({ cmd }) => cmd === 'log');
    table.push(whole(9));
    table.push(step(10, 1, [0]));
    expect(asks().map(({ values }) => values.before)).toEqual([10]);
    asks()[0]!.answer({ log: [line(8), line(9)] });
    await vi.waitFor(() => expect(table.playback.log.map(({ v }) => v)).toEqual([8, 9, 10]));
    expect(table.playback.hasEarlier).toBe(true);
    void table.playback.readEarlier();
    expect(asks()[1]!.values.before).toBe(8);
    asks()[1]!.answer({ log: [{ v: 1, kind: 'start', seat: null }, line(2)] });
    await vi.waitFor(() => expect(table.playback.hasEarlier).toBe(false));
    expect(table.playback.log.map(({ v }) => v)).toEqual([1, 2, 8, 9, 10]);
  });

  it('takes no answer for a log that is no longer there', async () => {
    const table = new Table('t');
    const asks = () => asked.filter(({ cmd }) => cmd === 'log');
    table.push(whole(3));
    table.push(whole(9));
    asks()[0]!.answer({ log: [{ v: 3, kind: 'start', seat: null }] });
    asks()[1]!.answer({ log: [{ v: 9, kind: 'start', seat: null }] });
    await vi.waitFor(() => expect(table.playback.log.map(({ v }) => v)).toEqual([9]));
  });

  it('tells who left and who plays on, and calls those who have left by their name', async () => {
    const table = new Table('t');
    table.push(whole(3));
    await vi.waitFor(() => expect(table.playback.words).not.toBe(null)); /* else those of the game come later */
    table.playback.words = new Words({ name: both('Game'), words: {}, events: { flip: both('{seat} has turned a card.') } });
    const asks = asked.filter(({ cmd }) => cmd === 'log');
    const cleo = { person: 'p9', name: 'Cléo' };
    const hugo = { level: 'easy', name: 'Hugo', replaces: cleo } as const;
    asks[0]!.answer({
      log: [
        { v: 1, kind: 'sit', seat: 1, before: null, after: cleo },
        { v: 2, kind: 'start', seat: null },
        { v: 3, kind: 'move', seat: 1, by: 'person', events: [{ type: 'flip', seat: 1 }] },
      ],
    });
    await vi.waitFor(() => expect(table.playback.log).toHaveLength(3));
    table.push({ ...step(4, 1, [0]), kind: 'stand', before: cleo, after: hugo, info, may_sit: [] });
    table.push({ ...step(5, 1, [0]), events: [{ type: 'flip', seat: 1 }] });
    vi.advanceTimersByTime(1000);
    const told = table.playback.story.flatMap((line) => table.playback.sentences(line));
    expect(told).toEqual([
      expect.stringMatching(/^Cléo has/),
      'Cléo leaves. Hugo (computer, easy) takes over.',
      expect.stringMatching(/^Hugo has/),
    ]);
    table.push({ ...step(6, 1, [0]), kind: 'sit', before: hugo, after: { person: 'p1', name: 'Ann' }, info, may_sit: [1] });
    vi.advanceTimersByTime(1000);
    expect(table.playback.sentences(table.playback.story.at(-1)!)).toEqual(['You are back and take over from Hugo.']);
    expect(table.maySit).toEqual([1]);
  });

  const watches = () => asked.filter(({ cmd }) => cmd === 'watch');

  it('goes on showing after it was stopped in the middle of a step', () => {
    const table = new Table('t');
    table.start();
    table.push(whole(1));
    table.push(step(2, 1, [1]));
    table.push(step(3, 1, [1]));
    table.stop();
    table.start();
    table.push(step(4, 1, [0]));
    vi.advanceTimersByTime(700 * 4);
    expect(table.playback.view?.v).toBe(4);
    expect(table.seat.mayMove).toBe(true);
  });

  it('starts and stops once, however often it is asked', () => {
    const table = new Table('t');
    table.start();
    table.start();
    expect(watches()).toHaveLength(1);
    table.stop();
    table.stop();
    table.push(step(2, 1, [1]));
    table.start();
    expect(watches()).toHaveLength(2);
  });

  it('shows nothing of a table before it was told whole', () => {
    const table = new Table('t');
    table.push(step(2, 1, [0]));
    vi.runAllTimers();
    expect([table.playback.view, table.playback.step]).toEqual([null, null]);
  });

  it('asks for what it missed instead of showing what came after it', () => {
    const table = new Table('t');
    table.push(whole(1));
    table.push(step(4, 1, [0]));
    table.push(step(5, 1, [0]));
    expect(table.playback.view?.v).toBe(1);
    expect(watches().map(({ values }) => values.since)).toEqual([1]);
    for (const v of [2, 3, 4]) table.push(step(v, 1, [0]));
    vi.runAllTimers();
    expect(table.playback.view?.v).toBe(4);
  });

  it('never shows who is to move without how the table looks then', () => {
    const table = new Table('t');
    table.push(whole(1));
    const { view: _, ...blind } = step(2, 1, [0]);
    table.push(blind);
    expect(table.playback.step).toBe(null);
    expect(watches().map(({ values }) => values.since)).toEqual([1]);
    table.push(step(2, 1, [0]));
    expect(table.playback.view?.v).toBe(2);
  });

  it('sends a move made while the connection is gone only when the table is watched again', async () => {
    const table = new Table('t');
    table.push(whole(1));
    table.lost();
    void table.seat.play('play y6');
    expect(asked.filter(({ cmd }) => cmd === 'move')).toHaveLength(0);
    table.rewatch();
    asked.at(-1)!.answer(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.filter(({ cmd }) => cmd === 'move')).toHaveLength(1);
  });

  it('refuses a move that can no longer be sent', async () => {
    const table = new Table('t');
    table.push(whole(1));
    table.lost();
    const done = table.seat.play('play y6');
    table.rewatch();
    asked.at(-1)!.answer(false);
    await expect(done).rejects.toThrow('refused');
    expect(table.seat.sending).toBe(false);
    expect(table.trouble).not.toBe(null);
  });

  describe('while a game plays a step out', () => {
    const told = [
      { type: 'flip', seat: 1 },
      { type: 'under', seat: 1 },
    ];
    function held() {
      const table = new Table('t');
      let ended = 0;
      table.playback.onReset(() => ended++);
      table.playback.onStep((one) => table.playback.hold(one, 0));
      table.push(whole(1));
      table.playback.words = new Words({ name: both(''), events: { flip: both('flip'), under: both('under') }, words: {} });
      table.push({ ...step(2, 1, [0]), events: told, legal: ['play y6'], result: { over: true, scores: [], winners: [] } });
      return { table, resets: () => ended };
    }

    it('is not ahead of it: neither the next step nor the log, the bar, the end or what may be done', () => {
      const { table } = held();
      table.push(step(3, 0, [1]));
      vi.advanceTimersByTime(60_000);
      const line = () => table.playback.sentences(table.playback.log.at(-1)!);
      expect([table.playback.view?.v, table.playback.over, table.seat.call, table.seat.mayMove]).toEqual([2, false, null, false]);
      expect(line()).toEqual([]);
      table.playback.hold(table.playback.step!, 1);
      expect(line()).toEqual(['flip']);
      table.playback.hold(table.playback.step!, 0);
      expect(line()).toEqual(['flip']);
      table.playback.release();
      expect(line()).toEqual(['flip', 'under']);
      expect(table.playback.over).toBe(true);
      vi.advanceTimersByTime(100);
      expect(table.playback.view?.v).toBe(3);
    });

    it('ends it when all is told anew', () => {
      const { table, resets } = held();
      const before = resets();
      table.push(whole(9));
      expect(resets()).toBe(before + 1);
      expect([table.playback.holding, table.seat.mayMove, table.playback.view?.v]).toEqual([false, true, 9]);
    });

    it('ends it when too much waits, and goes on', () => {
      const { table, resets } = held();
      const before = resets();
      for (let v = 3; v < 20; v++) table.push(step(v, 1, [0]));
      vi.advanceTimersByTime(1000);
      expect(resets()).toBeGreaterThan(before);
      expect(table.playback.view!.v).toBeGreaterThan(2);
    });

    it('takes no word of a step that is no longer shown', () => {
      const { table } = held();
      const old = table.playback.step!;
      table.push(whole(9));
      table.playback.hold(old, 1);
      expect(table.playback.holding).toBe(false);
    });
  });

  it('counts a clock from when its message came, not from when it is shown', () => {
    const table = new Table('t');
    const timed = (v: number, seat: number, left: number[], running: number[]): StepPush => ({ ...step(v, seat, running), left, running });
    const left = (): number[] => [0, 1].map((seat) => table.playback.timeLeft(seat, performance.now()));
    table.playback.onStep((one) => one.v === 2 && table.playback.hold(one, 0));
    table.push(whole(1));
    table.push(timed(2, 0, [50_000, 60_000], [1]));
    vi.advanceTimersByTime(1000);
    expect(left()).toEqual([50_000, 59_000]);
    table.push(timed(3, 1, [50_000, 59_000], [0]));
    vi.advanceTimersByTime(4000);
    expect([table.playback.view?.v, ...left()]).toEqual([2, 50_000, 59_000]);
    table.playback.release();
    vi.advanceTimersByTime(100);
    expect([table.playback.view?.v, ...left()]).toEqual([3, 45_900, 59_000]);
  });

  it('lets one choose while the choices of others wait to be shown, but not before an own move', () => {
    const table = new Table('t');
    table.push(whole(1));
    table.push(step(2, 1, [0, 1]));
    table.push(step(3, 1, [0]));
    expect([table.playback.view?.v, table.seat.mayMove, table.seat.call]).toEqual([2, true, 'turn']);
    table.push(step(4, 0, [0]));
    expect([table.playback.view?.v, table.seat.mayMove, table.seat.call]).toEqual([2, false, null]);
    vi.advanceTimersByTime(700 * 3);
    expect([table.playback.view?.v, table.seat.mayMove]).toEqual([4, true]);
  });
});
