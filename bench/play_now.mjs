/* How soon a person can play against the computer on this device, with the page's thread slowed down four times:
 * part of bench/wasm. Times are wall times, so other load makes them longer. */
import { person } from '../web/tests/harness.mjs';

const SLOWER = 4;
const RUNS = 5;
const CARD = '.game.trex .button.main:enabled';
const MAY_MOVE = '.bar .ask:not([aria-disabled=true])';
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const list = (values) => `${median(values).toFixed(0)} ms (${values.map((value) => value.toFixed(0)).join(', ')})`;

/* In the page: taps, and measures how long it takes until the button's answer and then the table are painted. */
function tap(card) {
  return new Promise((done) => {
    const begin = performance.now();
    const button = document.querySelector(card);
    const label = button.textContent;
    const times = {};
    const painted = (what) =>
      requestAnimationFrame(() =>
        setTimeout(() => {
          times[what] = performance.now() - begin;
          if (times.answer && times.table) done(times);
        }),
      );
    let isAnswered = false;
    const observer = new MutationObserver(() => {
      if (!isAnswered && (button.textContent !== label || !button.isConnected)) {
        isAnswered = true;
        painted('answer');
      }
      if (!document.querySelector('.table-screen')) return;
      observer.disconnect();
      painted('table');
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    button.click();
  });
}

async function visit(browser, server) {
  const page = await person(browser, server, { size: 'phone', here: true, serviceWorker: true });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return page;
}

/* Once a table was open, its scripts and the hall are there. */
async function loadedTable(page) {
  await page.click(CARD);
  await page.waitForSelector(MAY_MOVE);
  await page.evaluate(() => document.querySelector('header .home, header .start').click());
  await page.waitForSelector(CARD);
  await page.waitForTimeout(1000);
}

export async function measurePlayNow(browser, server) {
  const first = [];
  const loaded = [];
  const open = [];
  for (let run = 0; run < RUNS; run++) {
    let page = await visit(browser, server);
    await page.goto('/');
    await page.waitForSelector(CARD);
    first.push(await page.evaluate(tap, CARD));
    await page.waitForSelector(MAY_MOVE);
    await page.context().close();

    page = await visit(browser, server);
    await page.goto('/');
    await loadedTable(page);
    loaded.push(await page.evaluate(tap, CARD));
    await page.context().close();

    page = await visit(browser, server);
    const begin = performance.now();
    await page.goto('/', { waitUntil: 'commit' });
    await page.click(CARD);
    await page.waitForSelector(MAY_MOVE);
    open.push(performance.now() - begin);
    await page.context().close();
  }
  const times = (taps, what) => list(taps.map((one) => one[what]));
  console.log(`Play now, once loaded: answer        ${times(loaded, 'answer')} (goal 100)`);
  console.log(`Play now, once loaded: table         ${times(loaded, 'table')} (goal 100)`);
  console.log(`Play now, first tap: answer          ${times(first, 'answer')} (goal 400)`);
  console.log(`Play now, first tap: table           ${times(first, 'table')} (goal 400)`);
  console.log(`from opening the page to a move      ${list(open)} (goal 2000)`);
}
