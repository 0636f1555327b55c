/* Fetches the program for the browser. */
import texts from 'hall:texts';
import wasm from 'hall:wasm';
import type { Program } from './module';

async function fetchBytes(address: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

export async function fetchProgram(): Promise<Program> {
  const [compiled, bytes] = await Promise.all([fetchBytes(wasm).then((code) => WebAssembly.compile(code)), fetchBytes(texts)]);
  return { compiled, texts: bytes };
}
