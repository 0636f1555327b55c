/* Connections to servers that are only pretended, and what they do when the database of one is away. */
import { afterEach, beforeEach, expect, describe, it, vi } from 'vitest';
import { Connection } from './connection.svelte';
import { Table } from '../table/table.svelte';
import type { Socket } from '../device/socket';

type Request = { id: number; cmd: string } & Record<string, unknown>;
type Server = (request: Request) => object | 'unavailable';

/** A socket to a server that answers at once. */
class Line implements Socket {
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  asked: Request[] = [];

  constructor(private server: Server) {
    setTimeout(() => this.onopen?.());
  }

  send(text: string): void {
    const request = JSON.parse(text) as Request;
    this.asked.push(request);
    const said = this.server(request);
    const error = { code: said, rule: null, text: { en: '', fr: '' } };
    setTimeout(() =>
      this.onmessage?.({
        data: JSON.stringify(said === 'unavailable' ? { id: request.id, ok: false, error } : { id: request.id, ok: true, ...said }),
      }),
    );
  }

  close(): void {
    this.readyState = 3;
  }
}

const well: Server = ({ cmd }) => (cmd === 'hello' ? { person: { id: 'p1', name: 'Ann', login: null }, tables: [] } : {});
const withoutDatabase: Server = () => 'unavailable';

describe('a server whose database is away', () => {
  let lines: Line[];
  /** Connects to these servers one after the other, and to the last of them again and again. */
  function connect(servers: Server[], key = 'ludosaure.secret'): Connection {
    localStorage.setItem(key, 'secret');
    lines = [];
    const connection = new Connection(() => {
      const line = new Line(servers[Math.min(lines.length, servers.length - 1)]!);
      lines.push(line);
      return line;
    }, key);
    connection.start();
    return connection;
  }
  const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('WebSocket', { OPEN: 1 });
    vi.stubGlobal('navigator', { onLine: true, language: 'en' });
  });
  afterEach(() => {
    vi.clearAllTimers();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('is left for another one, which gets the move that was not made', async () => {
    let isAway = false;
    const connection = connect([(request) => (isAway ? 'unavailable' : well(request)), well]);
    await pass(10);
    const table = new Table('t', {}, connection);
    table.start();
    await pass(10);
    isAway = true;
    const made = table.seat.play('play y6');
    await pass(20_000);
    await made;
    expect(lines.length).toBe(2);
    expect(lines[0]!.readyState).toBe(3);
    expect(lines[1]!.asked.map(({ cmd }) => cmd)).toEqual(['hello', 'watch', 'move']);
    expect(lines[1]!.asked.at(-1)!.cid).toBe(lines[0]!.asked.at(-1)!.cid);
    expect(connection.refused).toBe(false);
  });

  it('is left by those who only wait, too', async () => {
    let isAway = false;
    const connection = connect([(request) => (isAway ? 'unavailable' : well(request)), well]);
    new Table('t', {}, connection).start();
    await pass(30_000);
    expect(lines.length).toBe(1);
    isAway = true;
    await pass(60_000);
    expect(lines.length).toBe(2);
    expect(connection.online).toBe(true);
  });

  it('is left ever more rarely while no other is well', async () => {
    connect([withoutDatabase]);
    await pass(60_000);
    const first = lines.length;
    expect(first).toBeGreaterThan(2);
    await pass(600_000);
    expect(lines.length - first).toBeLessThan(15);
  });

  it('stays if it only refuses now and then, and so does the hall of this device', async () => {
    let count = 0;
    const connection = connect([(request) => (request.cmd === 'records' && ++count % 2 ? 'unavailable' : well(request))]);
    await pass(10);
    for (let asked = 0; asked < 20; asked++) {
      connection.ask('records').catch(() => undefined);
      await pass(2000);
    }
    expect(lines.length).toBe(1);
    connect([withoutDatabase], 'ludosaure.secret.here');
    await pass(60_000);
    expect(lines.length).toBe(1);
  });
});
