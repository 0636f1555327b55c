/* The analysis of one record, computed on this device in a worker of its own, or kept from the last time. */
import wasm from 'hall:wasm';
import type { Analysis } from './analysis';
import { keepAnalysis, keptAnalysis } from './kept-analyses';
import { Refusal } from '../connection/protocol';
import type { AnalysisNews, WantsAnalysis } from '../device/lines';

export const DONE = 1000;
const EFFORT = 1;

export class Analysing {
  /** Whether it is known if there is an analysis from the last time. */
  ready = $state(false);
  working = $state(false);
  /** Whether it was computed just now: what is shown keeps its place while it grows. */
  begun = $state(false);
  progress = $state(0);
  /** Whether there is a result for the whole match. */
  whole = $state(false);
  /** What is known while working, then the result. */
  analysis = $state.raw<Analysis | null>(null);
  trouble = $state.raw<unknown>(null);

  private worker: Worker | null = null;
  private over = false;

  /** `atOnce`: without being asked, unless there is an analysis from the last time. */
  constructor(
    private record: object,
    atOnce: boolean,
  ) {
    void keptAnalysis(record).then((kept) => {
      this.analysis = kept;
      this.whole = kept !== null;
      this.ready = true;
      if (atOnce && !kept && !this.over) this.start();
    });
  }

  static get possible(): boolean {
    return wasm !== '';
  }

  start(): void {
    this.stop();
    this.trouble = null;
    this.progress = 0;
    this.whole = false;
    this.working = this.begun = true;
    this.worker = new Worker(new URL('../device/analyse.worker.ts', import.meta.url), { type: 'module' });
    this.worker.onmessage = ({ data }: MessageEvent<AnalysisNews>) => this.take(data);
    this.worker.onerror = () => this.fail(new Error('the worker failed'));
    this.worker.postMessage({ record: this.record, effort: EFFORT } satisfies WantsAnalysis);
  }

  /* The analysis has the beginning of the curve, then all of it, then a rough result, then the result. */
  private take(news: AnalysisNews): void {
    if ('failed' in news) return this.fail(new Error(news.failed));
    if ('error' in news) return this.fail(new Refusal(news.error));
    const { progress, rough, analysis } = news;
    this.progress = progress;
    if (analysis) {
      this.analysis = analysis;
      this.whole = rough;
    }
    if (progress < DONE || !analysis) return;
    this.end();
    void keepAnalysis(this.record, analysis);
  }

  private fail(trouble: unknown): void {
    this.end();
    this.begun = false;
    this.trouble = trouble;
  }

  private end(): void {
    this.worker?.terminate();
    this.worker = null;
    this.working = false;
  }

  /** Nobody looks any more. */
  close(): void {
    this.over = true;
    this.stop();
  }

  /** Gives up; a first picture is not kept. */
  stop(): void {
    if (!this.working) return;
    this.end();
    this.begun = false;
    this.analysis = null;
  }
}
