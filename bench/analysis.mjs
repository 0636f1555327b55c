/* How soon the three sentences about a match are there on a phone: the page's thread is slowed down by Chromium, and the time of the worker,
 * which Chromium does not slow down, is processor time of the module in node, multiplied. Part of docs/benchmarks.md.
 *
 * usage, in the root of the repository, with the page and the program for the browser built: node bench/analysis.mjs
 *        LUDOSAURE and LUDOSAURE_PAGE as for web/tests/run.mjs */
import { readdirSync, readFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  Worker,
  isMainThread,
  parentPort,
  workerData,
} from "node:worker_threads";
import { build } from "../web/node_modules/esbuild/lib/main.js";

const WASM = "build-wasm/src/wasm";
const NAMES = ["Ann", "Bob", "Cléo", "Dan", "Eve", "Fay", "Gus", "Hal"];
const SLOWER = [4, 6];
const EFFORT = 1;

/* In a thread of its own, whose module is compiled anew: milliseconds until everything that the page shows first is there. */
async function measure({ outfile, record }) {
  const { Module, NO_HALL } = await import(pathToFileURL(outfile).href);
  const worked = () => process.cpuUsage().user + process.cpuUsage().system;
  const begin = worked();
  const program = {
    compiled: new WebAssembly.Module(readFileSync(`${WASM}/ludosaure.wasm`)),
    texts: readFileSync(`${WASM}/texts.json`),
  };
  const core = new Module(program, NO_HALL);
  core.learn(
    readdirSync("data/minds").map((name) => readFileSync(`data/minds/${name}`)),
  );
  let report = core.analyse({ record, effort: EFFORT });
  while (!report.rough) report = core.analyse({ steps: 1 });
  core.analyse({ show: true });
  return (worked() - begin) / 1000;
}

/* From the tap to the sentences, on a page whose thread is slowed down. */
async function inBrowser(browser, server, record, rate) {
  const { person } = await import("../web/tests/harness.mjs");
  const { openRecord, start } = await import("../web/tests/analysing.mjs");
  const page = await person(browser, server, { size: "phone", touch: true });
  const session = await page.context().newCDPSession(page);
  await openRecord(page, record);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  const begin = performance.now();
  await start(page);
  await page.waitForSelector(".story li");
  const seconds = (performance.now() - begin) / 1000;
  await page.context().close();
  return seconds;
}

async function main() {
  const { games, freePort, Server } = await import("../web/tests/harness.mjs");
  const { makeRecord } = await import("../web/tests/records.mjs");
  const { openBrowser } = await import("../web/tests/browsers.mjs");
  const outfile = join(
    mkdtempSync(join(tmpdir(), "ludosaure-analysis-")),
    "module.mjs",
  );
  await build({
    entryPoints: [resolve("web/src/lib/device/module.ts")],
    outfile,
    bundle: true,
    format: "esm",
    logLevel: "error",
  });
  const browser = await openBrowser("chromium");
  const server = await new Server(await freePort()).start();
  for (const { id, seats } of games())
    for (const count of new Set([seats[0], seats.at(-1)])) {
      const record = await makeRecord(id, NAMES.slice(0, count), {
        level: "casual",
        seed: "usual",
      });
      const ms = await new Promise((done, fail) => {
        const worker = new Worker(new URL(import.meta.url), {
          workerData: { outfile, record },
        });
        worker.on("message", done).on("error", fail);
      });
      const rows = [];
      for (const rate of SLOWER)
        rows.push(
          `× ${rate}: module ${((rate * ms) / 1000).toFixed(1)} s, tap to sentences ${(await inBrowser(browser, server, record, rate)).toFixed(1)} s`,
        );
      console.log(
        `${id}, ${count} seats, ${record.moves.length} moves: ${ms.toFixed(0)} ms; ${rows.join("; ")}`,
      );
    }
  await browser.close();
  await server.stop();
}

if (isMainThread) await main();
else parentPort.postMessage(await measure(workerData));
