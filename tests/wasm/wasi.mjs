/* Runs a program for wasm32-wasi with arguments and read-only files, and returns what it prints: in
 * node and in a browser alike. Only what our test programs need of WASI is here. */

const SUCCESS = 0;
const BAD_FILE = 8;
const NO_ENTRY = 44;
const ROOT = 3; // the one folder that is open when the program starts

class Exit extends Error {
  constructor(code) {
    super(`exit ${code}`);
    this.code = code;
  }
}

/** `files` maps paths to Uint8Arrays. */
export function run(module, args, files = {}) {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const open = new Map(); // descriptor -> { bytes, at }
  const names = [...args].map((text) => encoder.encode(`${text}\0`));
  let memory;
  let output = '';
  const view = () => new DataView(memory.buffer);
  const bytes = (at, size) => new Uint8Array(memory.buffer, at, size);

  const buffers = (at, count) =>
    Array.from({ length: count }, (_, i) => bytes(view().getUint32(at + 8 * i, true), view().getUint32(at + 8 * i + 4, true)));

  const wasi = {
    args_sizes_get(count, size) {
      view().setUint32(count, names.length, true);
      view().setUint32(size, names.reduce((sum, name) => sum + name.length, 0), true);
      return SUCCESS;
    },
    args_get(pointers, texts) {
      for (const [i, name] of names.entries()) {
        view().setUint32(pointers + 4 * i, texts, true);
        bytes(texts, name.length).set(name);
        texts += name.length;
      }
      return SUCCESS;
    },
    clock_time_get(clock, precision, result) {
      view().setBigUint64(result, BigInt(Date.now()) * 1_000_000n, true);
      return SUCCESS;
    },
    fd_write(descriptor, at, count, written) {
      let size = 0;
      for (const part of buffers(at, count)) {
        output += decoder.decode(part, { stream: true });
        size += part.length;
      }
      view().setUint32(written, size, true);
      return SUCCESS;
    },
    fd_read(descriptor, at, count, got) {
      const file = open.get(descriptor);
      if (!file) return BAD_FILE;
      let size = 0;
      for (const part of buffers(at, count)) {
        const piece = file.bytes.subarray(file.at, file.at + part.length);
        part.set(piece);
        file.at += piece.length;
        size += piece.length;
      }
      view().setUint32(got, size, true);
      return SUCCESS;
    },
    fd_prestat_get(descriptor, result) {
      if (descriptor !== ROOT) return BAD_FILE;
      view().setUint32(result, 0, true);
      view().setUint32(result + 4, 1, true);
      return SUCCESS;
    },
    fd_prestat_dir_name(descriptor, at) {
      bytes(at, 1).set(encoder.encode('.'));
      return SUCCESS;
    },
    path_open(folder, flags, at, size, how, rights, inherited, more, result) {
      const file = files[decoder.decode(bytes(at, size))];
      if (!file) return NO_ENTRY;
      const descriptor = ROOT + 1 + open.size;
      open.set(descriptor, { bytes: file, at: 0 });
      view().setUint32(result, descriptor, true);
      return SUCCESS;
    },
    fd_fdstat_get(descriptor, result) {
      const kind = descriptor === ROOT ? 3 : descriptor > ROOT ? 4 : 2; // folder, file, terminal
      bytes(result, 24).fill(0);
      view().setUint8(result, kind);
      view().setBigUint64(result + 8, ~0n & 0xffffffffffffffffn, true);
      view().setBigUint64(result + 16, ~0n & 0xffffffffffffffffn, true);
      return SUCCESS;
    },
    fd_fdstat_set_flags: () => SUCCESS,
    fd_seek: () => BAD_FILE,
    fd_close: () => SUCCESS,
    proc_exit(code) {
      throw new Exit(code);
    },
  };

  // src/wasm/wasm.h
  const browser = {
    now_ms: () => performance.now(),
    wall_ms: () => Date.now(),
    number_read: (at, size) => parseFloat(decoder.decode(bytes(at, size))),
    number_write() {
      throw new Error('no playthrough has real numbers');
    },
  };
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi, browser });
  memory = instance.exports.memory;
  try {
    instance.exports._start();
  } catch (error) {
    if (error instanceof Exit) return { code: error.code, output };
    throw error;
  }
  return { code: 0, output };
}
