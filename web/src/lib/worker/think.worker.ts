/* The worker that thinks for computer players and for hints, so that the hall always answers. */
import { Module } from './module';

let module: Module | null = null;

const nobody = (): never => {
  throw new Error('a thinker has no clients');
};

onmessage = ({ data }: MessageEvent<{ compiled: WebAssembly.Module } | { decision: Uint8Array }>) => {
  if ('compiled' in data) {
    module = new Module(data.compiled, { send: nobody, end: nobody, append: nobody, think: nobody, log: nobody });
    return;
  }
  const thinking = module!;
  const after = thinking.lend(data.decision, (at, size) => {
    thinking.exports.browser_think(at);
    return thinking.bytes(at, size).slice();
  });
  postMessage(after);
};
