/* What a page and its workers say to each other. A line is one connection to the hall. */
import type { AnalysisReport, ModuleRefusal } from '../schema/module';

export type ToHall = { line: number } & ({ dial: true } | { text: string } | { hangUp: true });
/* `heard` is the worker's reply to a dial, before the hall opens the line. */
export type FromHall = { line: number } & ({ heard: true } | { open: true } | { text: string } | { closed: true } | { unkept: true });
/* The worker has ended, and a new one is needed. */
export type Ended = { ended: true };
/* The hall needs a thinking worker (think.worker.ts) at the other end of this port. The page starts it: in Firefox, a worker that starts
 * another one while the page is loading sometimes never goes on. */
export type WantsThinker = { thinker: MessagePort; compiled: WebAssembly.Module };

/** To and from a worker that answers requests to the module (asker.ts). `failed`: it could not be loaded, or broke. */
export interface Question<Request> {
  id: number;
  request: Request;
}
export type Reply<Answer> = { id: number } & ({ answer: Answer } | { failed: string });

/** To and from the worker that analyses. */
export interface WantsAnalysis {
  record: object;
  effort: number;
}
export type AnalysisNews = AnalysisReport | ModuleRefusal | { failed: string };
