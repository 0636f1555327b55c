/* Requests to a worker that answers them one by one (answering.ts). */
import type { ModuleRefusal } from '../schema/module';
import type { Question, Reply } from './lines';

/** `Requests` and `Answers` are those of the schema, by `cmd`. */
export class Asker<Requests extends { [C in keyof Requests]: { cmd: C } }, Answers extends { [C in keyof Requests]: object }> {
  private pending = new Map<number, { resolve(answer: never): void; reject(error: Error): void }>();
  private next = 1;

  constructor(private worker: Worker) {
    worker.onmessage = ({ data }: MessageEvent<Reply<object>>) => {
      const asked = this.pending.get(data.id);
      this.pending.delete(data.id);
      if ('answer' in data) asked?.resolve(data.answer as never);
      else asked?.reject(new Error(data.failed));
    };
    worker.onerror = () => this.fail();
  }

  ask<C extends keyof Requests>(cmd: C, values: Omit<Requests[C], 'cmd'>): Promise<Answers[C] | ModuleRefusal> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      this.worker.postMessage({ id, request: { cmd, ...values } } satisfies Question<object>);
    });
  }

  close(): void {
    this.worker.terminate();
    this.fail();
  }

  private fail(): void {
    for (const { reject } of this.pending.values()) reject(new Error('the core could not be loaded'));
    this.pending.clear();
  }
}
