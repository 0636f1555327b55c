/* The worker that thinks for computer players and for hints, so that the hall always answers. */
import { Module, NO_HALL } from './module';

let module: Module | null = null;

onmessage = ({ data }: MessageEvent<{ compiled: WebAssembly.Module } | { decision: Uint8Array }>) => {
  if ('compiled' in data) {
    module = new Module({ compiled: data.compiled, texts: null }, NO_HALL);
    return;
  }
  const thinking = module!;
  const after = thinking.lend(data.decision, (at, size) => {
    thinking.exports.browser_think(at);
    return thinking.bytes(at, size).slice();
  });
  postMessage(after);
};
