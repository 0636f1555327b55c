/* The worker that looks at records: it checks one, and says what a viewer saw after a move. */
import wasm from 'hall:wasm';
import { Module, NO_HALL } from './module';

const module = WebAssembly.compileStreaming(fetch(wasm)).then((compiled) => new Module(compiled, NO_HALL));

onmessage = async ({ data }: MessageEvent<{ id: number; request: object }>) => {
  try {
    postMessage({ id: data.id, answer: (await module).replay(data.request) });
  } catch (error) {
    postMessage({ id: data.id, failed: String(error) });
  }
};
