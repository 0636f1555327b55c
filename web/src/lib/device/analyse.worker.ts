/* The worker that analyses one record, step by step, and reports how far it is. */
import type { AnalysisReport, AnalysisRequest } from '../schema/module';
import type { AnalysisNews, WantsAnalysis } from './lines';
import { Module, NO_HALL } from './module';
import { fetchMinds, fetchProgram } from './program';

const DONE = 1000;
const SLICE_MS = 100;
const PICTURE_MS = 1000;
const EXPLAINED = 100; /* when the decisions of the first look have been explained */

const tell = (news: AnalysisNews): void => postMessage(news);

async function analyse({ record, effort }: WantsAnalysis): Promise<void> {
  const [program, minds] = await Promise.all([fetchProgram(), fetchMinds()]);
  const core = new Module(program, NO_HALL);
  core.learn(minds);
  const begun = core.analyse({ record, effort });
  if ('error' in begun) return tell(begun);
  /* Only the record can be wrong. */
  const goOn = (request: AnalysisRequest): AnalysisReport => core.analyse(request) as AnalysisReport;
  let report = begun;
  let shown = performance.now();
  let pictures = 0;
  while (report.progress < DONE) {
    const end = performance.now() + SLICE_MS;
    const { rough } = report;
    while (report.progress < DONE && report.rough === rough && performance.now() < end) report = goOn({ steps: 1 });
    /* The whole result is large: it is sent when the curve is known, when there is a first result, when it is explained, and at the end; before,
     * the beginning of the curve now and then, for slow machines. */
    const due = Number(report.curve) + Number(report.rough) + Number(report.progress >= EXPLAINED);
    if (report.progress < DONE && (due > pictures || (due === 0 && performance.now() > shown + PICTURE_MS))) {
      pictures = due;
      report = goOn({ show: true });
      shown = performance.now();
    }
    if (report.progress < DONE) tell(report);
  }
  tell(goOn({ show: true }));
}

onmessage = ({ data }: MessageEvent<WantsAnalysis>) => analyse(data).catch((error: unknown) => tell({ failed: String(error) }));
