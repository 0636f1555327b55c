/* Requests to a worker that answers them one by one. */

export class Asker {
  private pending = new Map<number, { resolve(answer: never): void; reject(error: Error): void }>();
  private next = 1;

  constructor(private worker: Worker) {
    worker.onmessage = ({ data }: MessageEvent<{ id: number; answer?: never; failed?: string }>) => {
      const asked = this.pending.get(data.id);
      this.pending.delete(data.id);
      if (data.answer) asked?.resolve(data.answer);
      else asked?.reject(new Error(data.failed));
    };
    worker.onerror = () => this.fail();
  }

  /** `A` is the answer that the worker gives to such a request. */
  ask<A>(request: object): Promise<A> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      this.worker.postMessage({ id, request });
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
