/* The worker that looks at records: it checks one, and says what a viewer saw after a move. */
import { Module, NO_HALL } from './module';
import { fetchProgram } from './program';

const module = fetchProgram().then((program) => new Module(program, NO_HALL));

onmessage = async ({ data }: MessageEvent<{ id: number; request: object }>) => {
  try {
    postMessage({ id: data.id, answer: (await module).replay(data.request) });
  } catch (error) {
    postMessage({ id: data.id, failed: String(error) });
  }
};
