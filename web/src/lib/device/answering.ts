/* A worker that answers requests to the module one by one. */
import type { Question, Reply } from './lines';
import { Module, NO_HALL } from './module';
import { fetchProgram } from './program';

export function answerEach<Request, Answer>(ask: (module: Module, request: Request) => Answer): void {
  const module = fetchProgram().then((program) => new Module(program, NO_HALL));
  onmessage = async ({ data: { id, request } }: MessageEvent<Question<Request>>) => {
    const reply = await module
      .then((ready): Reply<Answer> => ({ id, answer: ask(ready, request) }))
      .catch((error): Reply<Answer> => ({ id, failed: String(error) }));
    postMessage(reply);
  };
}
