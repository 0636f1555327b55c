/* Programs that tests start. Each leads a group of processes, so that what it starts itself can be ended
 * with it; none outlives the tests. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

const MOST_ERRORS = 2000; /* characters */

const running = new Set();
process.on('exit', () => running.forEach((program) => program.kill()));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

export class Program {
  /** `shown`: its errors are printed at once, and not kept for `check`. `pipes`: further descriptors to read. */
  constructor(path, args, { env = process.env, shown = false, pipes = 0 } = {}) {
    if (!existsSync(path)) throw new Error(`${path} is not there`);
    this.name = path.split('/').pop();
    this.errors = '';
    const stdio = ['ignore', 'ignore', shown ? 'inherit' : 'pipe', ...Array(pipes).fill('pipe')];
    this.process = spawn(path, args, { env, detached: true, stdio });
    this.process.stderr?.on('data', (text) => (this.errors = (this.errors + text).slice(-MOST_ERRORS)));
    this.ended = new Promise((resolve) => this.process.once('exit', resolve));
    running.add(this);
  }

  /** Throws if it has ended by itself. */
  check() {
    const { exitCode, signalCode } = this.process;
    if (exitCode !== null || signalCode !== null) throw new Error(`${this.name} ended (${signalCode ?? exitCode}) ${this.errors.trim()}`);
  }

  /** A signal for the whole group, which may be left even if the program is gone. */
  kill(signal = 'SIGKILL') {
    running.delete(this);
    try {
      process.kill(-this.process.pid, signal);
    } catch {
      /* nothing is left */
    }
    return this.ended;
  }
}
