/* Fetches the program for the browser. */
import minds from 'hall:minds';
import texts from 'hall:texts';
import wasm from 'hall:wasm';
import type { Program } from './module';

async function fetchFound(address: string): Promise<Response> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

const fetchBytes = async (address: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await (await fetchFound(address)).arrayBuffer());

/* Compiles while the code arrives, if the host declares its type; some static hosts do not. */
async function fetchCompiled(address: string): Promise<WebAssembly.Module> {
  const answer = await fetchFound(address);
  if (answer.headers.get('content-type') === 'application/wasm') return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(await answer.arrayBuffer());
}

export async function fetchProgram(): Promise<Program> {
  const [compiled, bytes] = await Promise.all([fetchCompiled(wasm), fetchBytes(texts)]);
  return { compiled, texts: bytes };
}

/** What computer players have learned, for Module.learn. Their moves depend on it, so it is fetched until it is there. */
export async function fetchMinds(): Promise<Uint8Array[]> {
  for (let pauseMs = 500; ; pauseMs = Math.min(2 * pauseMs, 30_000)) {
    try {
      return await Promise.all(minds.map(fetchBytes));
    } catch (error) {
      console.warn(error);
      await new Promise((done) => setTimeout(done, pauseMs));
    }
  }
}
