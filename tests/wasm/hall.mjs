/* The hall of the browser, in node: whole matches against computer players, whose records the native
 * program verifies; and nothing that was acknowledged is lost, whenever the browser is killed.
 *
 * usage, in the root of the repository: node hall.mjs FOLDER PROGRAM [--memory | --unchecked]
 *        FOLDER has ludosaure.wasm, PROGRAM is the native ludosaure; --memory says only how much a hall
 *        takes in which `expert` has played; --unchecked does not compare messages with the schema, which needs
 *        more than the program is built with */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from '../../web/node_modules/esbuild/lib/main.js';

const [wasm, program, option] = process.argv.slice(2);
const built = { compiled: new WebAssembly.Module(readFileSync(`${wasm}/ludosaure.wasm`)), texts: readFileSync(`${wasm}/texts.json`) };
const unchecked = { connection: () => ({ ask() {}, hear() {} }) };
const protocol = option === '--unchecked' ? unchecked : new (await import('../../web/tests/protocol.mjs')).Protocol(program);
const folder = mkdtempSync(join(tmpdir(), 'ludosaure-wasm-'));

/* The page's own code. */
async function load(name) {
  const outfile = join(folder, `${name}.mjs`);
  await build({ entryPoints: [resolve(`web/src/lib/device/${name}.ts`)], outfile, bundle: true, format: 'esm', logLevel: 'error' });
  return import(pathToFileURL(outfile).href);
}
const { Hall } = await load('hall');
const { Module } = await load('module');
const { cleanName } = await load('names');
globalThis.crypto ??= (await import('node:crypto')).webcrypto;

/* Thinks in this thread, but later, as a worker would. */
const nobody = { send() {}, end() {}, append() {}, think() {}, log() {} };
const thinking = new Module(built, nobody);
thinking.learn(readdirSync('data/minds').map((name) => readFileSync(`data/minds/${name}`)));
const thinker = {
  think: async (decision) => {
    await new Promise((done) => setTimeout(done));
    return thinking.lend(decision, (at, size) => {
      thinking.exports.browser_think(at);
      return thinking.bytes(at, size).slice();
    });
  },
};

/** A log in memory; `delayMs` is how long a commit takes, `fails` makes it fail, `commits` counts them. */
class MemoryLog {
  frames = [];
  delayMs = 0;
  fails = false;
  commits = 0;

  async read() {
    return new Uint8Array(Buffer.concat(this.frames));
  }

  async append(frames) {
    await new Promise((done) => setTimeout(done, this.delayMs));
    if (this.fails) throw new Error('the disk is full');
    this.commits++;
    this.frames.push(...frames);
  }

  async replace(frames) {
    if (this.fails) throw new Error('the disk is full');
    this.frames = frames.slice();
  }

  get size() {
    return this.frames.reduce((sum, frame) => sum + frame.length, 0);
  }
}

/** Somebody at a hall. */
class Person {
  pending = new Map();
  next = 1;
  pushes = [];
  waiting = [];
  protocol = protocol.connection();

  constructor(hall) {
    this.client = hall.enter({ send: (text) => this.hear(text), end() {} });
  }

  /* An answer may be a push as well. */
  hear(text) {
    this.protocol.hear(text);
    const message = JSON.parse(text);
    const asked = this.pending.get(message.id);
    this.pending.delete(message.id);
    if (message.push) {
      this.pushes.push(message);
      this.waiting.splice(0).forEach((wake) => wake());
    }
    if (asked && message.ok) asked.done(message);
    else asked?.fail(Object.assign(new Error(message.error.text.en), message.error));
  }

  ask(cmd, values = {}) {
    const id = this.next++;
    return new Promise((done, fail) => {
      this.pending.set(id, { done, fail });
      const request = JSON.stringify({ id, cmd, ...values });
      this.protocol.ask(request);
      this.client.receive(request);
    });
  }

  /** Resolves with the next push, or after a while. */
  pushed() {
    return new Promise((wake) => {
      this.waiting.push(wake);
      setTimeout(wake, 1000);
    });
  }
}

let failure = null;
const open = (log) => Hall.open(built, log, thinker, (error) => (failure = error), true);

const create = (game, more = {}) => ({ game, seats: 2, bots: [null, 'easy'], sit: 0, autostart: true, pace: 'fast', hints: true, ...more });

/** Makes one move on this person's seat, as `easy` would; false when the match is over. */
async function play(person, table) {
  for (const until = Date.now() + 60_000; Date.now() < until; ) {
    const pushed = person.pushed();
    try {
      const { move } = await person.ask('suggest', { table, level: 'easy' });
      await person.ask('move', { table, move });
      return true;
    } catch (error) {
      if (error.code === 'over') return false;
      assert.ok(['no_match', 'not_your_turn'].includes(error.code), error.stack);
      await pushed;
    }
  }
  assert.fail('nobody moves');
}

const tests = {
  async 'the module has at most 150 kB'() {
    const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
    const { length } = brotliCompressSync(readFileSync(`${wasm}/ludosaure.wasm`), { params });
    assert.ok(length <= 150_000, `brotli makes it ${length} bytes`);
  },
  async 'a match of every game that is played in turns; the native program verifies its record'() {
    const hall = await open(new MemoryLog());
    const person = new Person(hall);
    const { person: me } = await person.ask('hello', { name: 'Ada' });
    const { games } = await person.ask('games');
    const inTurns = games.filter((game) => !game.facts.real_time).map((game) => game.id);
    assert.ok(inTurns.length >= 3, JSON.stringify(games[0]));
    for (const game of inTurns) {
      const { table } = await person.ask('create', create(game));
      while (await play(person, table));
      const { record } = await person.ask('record', { table });
      const file = join(folder, `${game}.json`);
      writeFileSync(file, JSON.stringify(record));
      execFileSync(program, ['verify', file]);
    }
    const { records } = await person.ask('records', { person: me.id });
    assert.deepEqual(records.map((record) => record.game).sort(), inTurns.sort());
    hall.stop();
  },

  async 'numbers are read as by the native program'() {
    const numbers = ['0.1', '-0.0', '1.5e300', '1e999', '-1e400', '99999999999999999999', '1.2.3', '1-2e5', '1e', '-', '-e5.5'];
    const lines = numbers.map((number, id) => `{"id":${id},"cmd":"games","x":${number}}`);
    const natively = execFileSync(program, ['referee'], { input: lines.join('\n'), encoding: 'utf8' });
    const hall = await open(new MemoryLog());
    const answers = [];
    const client = hall.enter({ send: (text) => answers.push(JSON.parse(text)), end() {} });
    lines.forEach((line) => client.receive(line));
    const ok = (answer) => answer.ok;
    assert.deepEqual(answers.map(ok), natively.trim().split('\n').map(JSON.parse).map(ok));
    assert.ok(answers.some(ok) && !answers.every(ok));
    hall.stop();
  },

  async 'killed after any commit: what was acknowledged is there, and the match goes on'() {
    const log = new MemoryLog();
    const hall = await open(log);
    const person = new Person(hall);
    const { secret } = await person.ask('hello', { name: 'Ada' });
    const { table } = await person.ask('create', create('trex'));
    const seen = [];
    for (let i = 0; i < 5; i++) {
      await play(person, table);
      const { v } = await person.ask('watch', { table });
      seen.push({ frames: log.frames.slice(), v });
    }
    hall.stop();
    for (const { frames, v } of seen) {
      const after = new MemoryLog();
      after.frames = frames;
      const next = await open(after);
      const again = new Person(next);
      const { tables, person: who } = await again.ask('hello', { secret });
      assert.equal(who.name, 'Ada');
      assert.deepEqual(tables, [table]);
      assert.ok((await again.ask('watch', { table })).v >= v);
      assert.ok(await play(again, table));
      next.stop();
    }
  },

  async 'matches that are over shrink to their records, whenever the browser is killed; the others go on'() {
    const log = new MemoryLog();
    const hall = await open(log);
    const person = new Person(hall);
    const { secret, person: me } = await person.ask('hello', { name: 'Ada' });
    const { table: playing } = await person.ask('create', create('trex'));
    await play(person, playing);
    const ended = [];
    while (log.size < 100_000) {
      const { table } = await person.ask('create', create('trakks', { bots: [null, 'random'], options: { rounds: 1 } }));
      while (await play(person, table));
      ended.push(table);
    }
    const { records } = await person.ask('records', { person: me.id });
    const statistics = async (who) => ({ ...(await who.ask('stats', { game: 'trakks' })), id: 0 });
    const counted = await statistics(person);
    const [one] = await Promise.all(ended.map((table) => person.ask('record', { table })));
    hall.stop();
    const before = log.size;
    const realNow = Date.now;
    Date.now = () => realNow() + 25 * 3600 * 1000;
    try {
      /* Killed before the shorter log is written, and after. */
      log.fails = true;
      await assert.rejects(open(log), /full/);
      assert.equal(log.size, before);
      log.fails = false;
      for (let starts = 0; starts < 3; starts++) {
        const next = await open(log);
        const again = new Person(next);
        const { tables } = await again.ask('hello', { secret });
        assert.deepEqual(tables, [playing]);
        assert.ok(log.size < before / 2, `${before} bytes, then ${log.size}`);
        assert.deepEqual((await again.ask('records', { person: me.id })).records, records);
        assert.deepEqual((await again.ask('record', { table: ended[0] })).record, one.record);
        assert.deepEqual(await statistics(again), counted);
        await again.ask('watch', { table: ended[0] });
        assert.equal(again.pushes.at(-1).info.state, 'closed');
        await again.ask('watch', { table: playing });
        if (starts < 2) assert.ok(await play(again, playing));
        next.stop();
      }
      console.log(`   ${ended.length} matches: ${before} bytes, then ${log.size}`);
    } finally {
      Date.now = realNow;
    }
  },

  async 'a damaged log: what comes after the damage is not lost with it'() {
    const log = new MemoryLog();
    const hall = await open(log);
    const { secret } = await new Person(hall).ask('hello', { name: 'Ada' });
    await new Person(hall).ask('hello', { name: 'Bob' });
    hall.stop();
    log.frames.at(-1)[20] ^= 1;
    const next = await open(log);
    const person = new Person(next);
    await person.ask('hello', { secret });
    await person.ask('rename', { name: 'Ada L.' });
    next.stop();
    const last = await open(log);
    assert.equal((await new Person(last).ask('hello', { secret })).person.name, 'Ada L.');
    last.stop();
  },

  async 'requests that are sent together are written together'() {
    const log = new MemoryLog();
    const hall = await open(log);
    log.delayMs = 50;
    const person = new Person(hall);
    const answers = [person.ask('hello', { name: 'Ada' }), person.ask('create', create('trex')), person.ask('ping')];
    const [{ secret }, { table }] = await Promise.all(answers);
    assert.equal(log.commits, 1);
    hall.stop();
    const next = await open(log);
    assert.deepEqual((await new Person(next).ask('hello', { secret })).tables, [table]);
    next.stop();
  },

  async 'nothing is acknowledged before it is written, nor if it cannot be'() {
    const log = new MemoryLog();
    const hall = await open(log);
    const person = new Person(hall);
    const { secret } = await person.ask('hello', { name: 'Ada' });
    log.delayMs = 200;
    const begin = Date.now();
    await person.ask('rename', { name: 'Ada L.' });
    assert.ok(Date.now() - begin >= 195, `${Date.now() - begin} ms`);
    log.fails = true;
    let answered = false;
    person.ask('rename', { name: 'Nobody' }).finally(() => (answered = true));
    while (!failure) await new Promise((done) => setTimeout(done, 10));
    assert.equal(answered, false);
    log.fails = false;
    const next = await open(log);
    const { person: who } = await new Person(next).ask('hello', { secret });
    assert.equal(who.name, 'Ada L.');
    next.stop();
  },

  async 'the hall answers while a computer player thinks'() {
    const hall = await open(new MemoryLog());
    const person = new Person(hall);
    await person.ask('hello', { name: 'Ada' });
    const { table } = await person.ask('create', create('trex', { bots: [null, 'expert'], pace: 'human' }));
    await play(person, table);
    await person.ask('ping');
    await play(person, table);
    hall.stop();
  },

  async 'there are no accounts'() {
    const hall = await open(new MemoryLog());
    const person = new Person(hall);
    await person.ask('hello', { name: 'Ada' });
    await assert.rejects(person.ask('account', { login: 'ada', password: 'correct horse' }), { code: 'unavailable' });
    await person.ask('ping');
    hall.stop();
  },

  async 'a clock that runs out moves; after the match, the next seat begins the rematch'() {
    const hall = await open(new MemoryLog());
    const person = new Person(hall);
    const { person: me } = await person.ask('hello', { name: 'Ada' });
    const { table } = await person.ask('create', create('tyrannosaurus', { clock: { kind: 'move', seconds: 5 } }));
    assert.ok(person.pushes.some(({ left }) => left?.[0] > 0 && left[0] <= 5000), 'the clock is shown');
    const byClock = () => person.pushes.some((push) => push.by === 'clock' && push.seat === 0);
    for (const until = Date.now() + 30_000; !byClock() && Date.now() < until; ) await person.pushed();
    assert.ok(byClock());
    while (await play(person, table));
    const { table: next } = await person.ask('rematch', { table });
    await person.ask('watch', { table: next });
    const { info } = person.pushes.findLast((push) => push.push === 'table' && push.table === next);
    assert.equal(info.state, 'playing');
    assert.equal(info.seat[1].person, me.id);
    assert.deepEqual(info.clock, { kind: 'move', seconds: 5 });
    hall.stop();
  },

  async 'names are judged as by the native program'() {
    const fine = ['Ada', '  Zoë   Müller ', 'é', '李雷', 'מרים', '👨‍👩‍👧‍👦', '🇫🇷', '1️⃣', 'नमस्ते', 'x'.repeat(30)];
    for (const name of fine) assert.ok(typeof cleanName(name) === 'object', name);
    assert.equal(cleanName('  Zoë   Müller ').name, 'Zoë Müller');
    assert.equal(cleanName('e\u0301').name, 'é');
    const bad = ['', '   ', 'a\u0000', 'a\u202Eb', 'a\u200Bb', '\u200D', 'a\u0301\u0302\u0303\u0304\u0305', '\uD800', '\u{E0041}', '\u2800', '\uE000', 'a\u2028b'];
    for (const name of bad) assert.equal(cleanName(name), 'bad', JSON.stringify(name));
    assert.equal(cleanName('x'.repeat(31)), 'long');
    const hall = await open(new MemoryLog());
    await assert.rejects(new Person(hall).ask('hello', { name: 'a\u202Eb' }), { code: 'bad_request' });
    hall.stop();
  },
};

/* A match of each game, with a hint in the middle. */
async function measureMemory() {
  const hall = await open(new MemoryLog());
  const person = new Person(hall);
  await person.ask('hello', { name: 'Ada' });
  for (const game of ['trex', 'tyrannosaurus', 'trakks']) {
    const { table } = await person.ask('create', create(game, { bots: [null, 'expert'] }));
    for (let i = 0; i < 3; i++) await play(person, table);
  }
  const mib = (bytes) => `${(bytes / (1 << 20)).toFixed(1)} MiB`;
  console.log(`memory: hall ${mib(hall.memoryBytes)}, thinking ${mib(thinking.exports.memory.buffer.byteLength)}`);
}

if (option === '--memory') {
  await measureMemory();
  rmSync(folder, { recursive: true });
  process.exit(0);
}

let passed = 0;
let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    failure = null;
    await Promise.race([test(), new Promise((_, fail) => setTimeout(() => fail(new Error('took too long')), 120_000).unref())]);
    passed++;
    console.log(`ok ${name}`);
  } catch (error) {
    failed++;
    console.log(`broken: ${name}: ${error.stack}`);
  }
}
rmSync(folder, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
