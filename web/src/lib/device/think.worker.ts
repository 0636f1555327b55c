/* The worker that thinks for computer players and for hints, so that the hall always answers. */
import type { WantsThinker } from './lines';
import { Module, NO_HALL } from './module';
import { fetchMinds } from './program';

const minds = fetchMinds();

onmessage = ({ data: { thinker: hall, compiled } }: MessageEvent<WantsThinker>) => {
  const module = new Module({ compiled, texts: null }, NO_HALL);
  const learned = minds.then((files) => module.learn(files));
  hall.onmessage = async ({ data: decision }: MessageEvent<Uint8Array>) => {
    await learned;
    hall.postMessage(
      module.lend(decision, (at, size) => {
        module.exports.browser_think(at);
        return module.bytes(at, size).slice();
      }),
    );
  };
};
