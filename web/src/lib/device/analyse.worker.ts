/* The worker that analyses one record, step by step, and reports how far it is. */
import { Module, NO_HALL } from './module';
import { fetchMinds, fetchProgram } from './program';

interface Answer {
  progress: number;
  curve: boolean;
  rough: boolean;
  analysis?: object;
  error?: object;
}

const DONE = 1000;
const SLICE_MS = 100;
const PICTURE_MS = 1000;

async function analyse(record: object, effort: number): Promise<void> {
  const [program, minds] = await Promise.all([fetchProgram(), fetchMinds()]);
  const core = new Module(program, NO_HALL);
  core.learn(minds);
  const ask = (request: object) => core.analyse(request) as Answer;
  let answer = ask({ record, effort });
  let shown = performance.now();
  let pictures = 0;
  while (!answer.error && answer.progress < DONE) {
    const end = performance.now() + SLICE_MS;
    while (!answer.error && answer.progress < DONE && performance.now() < end) answer = ask({ steps: 1 });
    /* The whole result is large: it is sent when the curve is known, when there is a rough result, and at the end; before,
     * the beginning of the curve now and then, for slow machines. */
    const due = Number(answer.curve) + Number(answer.rough);
    if (!answer.error && answer.progress < DONE && (due > pictures || (due === 0 && performance.now() > shown + PICTURE_MS))) {
      pictures = due;
      answer = ask({ show: true });
      shown = performance.now();
    }
    if (answer.progress < DONE) postMessage(answer);
  }
  postMessage(answer.error ? answer : ask({ show: true }));
}

onmessage = ({ data }: MessageEvent<{ record: object; effort: number }>) =>
  analyse(data.record, data.effort).catch((error: unknown) => postMessage({ failed: String(error) }));
