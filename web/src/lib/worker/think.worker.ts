/* The worker that thinks for computer players and for hints, so that the hall always answers. */
import type { WantsThinker } from './lines';
import { Module, NO_HALL } from './module';

onmessage = ({ data: { thinker: hall, compiled } }: MessageEvent<WantsThinker>) => {
  const module = new Module({ compiled, texts: null }, NO_HALL);
  hall.onmessage = ({ data: decision }: MessageEvent<Uint8Array>) =>
    hall.postMessage(
      module.lend(decision, (at, size) => {
        module.exports.browser_think(at);
        return module.bytes(at, size).slice();
      }),
    );
};
