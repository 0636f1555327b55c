/* The worker that knows puzzles: it shows one, and judges answers. */
import { Module, NO_HALL } from './module';
import { fetchProgram } from './program';

const module = fetchProgram().then((program) => new Module(program, NO_HALL));

onmessage = async ({ data }: MessageEvent<{ id: number; request: object }>) => {
  try {
    postMessage({ id: data.id, answer: (await module).puzzle(data.request) });
  } catch (error) {
    postMessage({ id: data.id, failed: String(error) });
  }
};
