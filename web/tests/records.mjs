/* Records to look at, made by the referee. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { games, PROGRAM } from './harness.mjs';

const MOVES_MAX = 5000;

/** The record of a match between computer players; `names` in the order of their seats. It begins after this many moves: an
 * analysis of the last turns is one of a whole match, only sooner done. */
export async function makeRecord(game, names, { seed = 'replay', level = 'easy', options, after = 0 } = {}) {
  const referee = spawn(PROGRAM, ['referee'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: referee.stdout })[Symbol.asyncIterator]();
  const ask = async (request) => {
    referee.stdin.write(`${JSON.stringify(request)}\n`);
    const answer = JSON.parse((await lines.next()).value);
    if (!answer.ok) throw new Error(JSON.stringify(answer.error));
    return answer;
  };
  try {
    let begin = null;
    const needed = games().find(({ id }) => id === game).facts.computers_need ?? {};
    await ask({ cmd: 'new', game, seats: names.length, seed, options: { ...needed, ...options } });
    for (let moves = 0; moves < MOVES_MAX; moves++) {
      if (after > 0 && moves === after) begin = (await ask({ cmd: 'position' })).position;
      const { seats } = await ask({ cmd: 'to_act' });
      if (seats.length === 0) {
        const { seed: dealt, moves: played, ...record } = (await ask({ cmd: 'record' })).record;
        return { ...record, ...(begin ? { position: begin } : { seed: dealt }), moves: played.slice(after), names };
      }
      const seat = seats[moves % seats.length];
      const { move } = await ask({ cmd: 'suggest', seat, level });
      await ask({ cmd: 'play', seat, move });
    }
    throw new Error('the match does not end');
  } finally {
    referee.kill();
  }
}
