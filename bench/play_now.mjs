/* How soon a person can play against the computer on this device, with the page's thread slowed down four times:
 * part of bench/wasm. Times are wall times, so other load makes them longer. */
import { person } from '../web/tests/harness.mjs';

const SLOWER = 4;
const RUNS = 5;
const CARD = '.game.trex .button.main:enabled';
const MAY_MOVE = '.bar .ask:not([aria-disabled=true])';
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const list = (values) => `${median(values).toFixed(0)} ms (${values.map((value) => value.toFixed(0)).join(', ')})`;

/* In the page: taps, and waits until something is painted; `null` is the tap's own effect, the button that says so. */
function tap([card, wanted]) {
  return new Promise((done) => {
    const begin = performance.now();
    const button = document.querySelector(card);
    const label = button.textContent;
    const isThere = () => (wanted ? document.querySelector(wanted) : button.textContent !== label || !button.isConnected);
    const painted = () => requestAnimationFrame(() => setTimeout(() => done(performance.now() - begin)));
    const observer = new MutationObserver(() => {
      if (!isThere()) return;
      observer.disconnect();
      painted();
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
  const times = { answer: [], loaded: [], first: [], open: [] };
  for (let run = 0; run < RUNS; run++) {
    let page = await visit(browser, server);
    await page.goto('/');
    await page.waitForSelector(CARD);
    times.first.push(await page.evaluate(tap, [CARD, '.table-screen']));
    await page.waitForSelector(MAY_MOVE);
    await page.context().close();

    page = await visit(browser, server);
    await page.goto('/');
    await loadedTable(page);
    times.answer.push(await page.evaluate(tap, [CARD, null]));
    await page.waitForSelector(MAY_MOVE);
    await page.evaluate(() => document.querySelector('header .home, header .start').click());
    await page.waitForSelector(CARD);
    await page.waitForTimeout(500);
    times.loaded.push(await page.evaluate(tap, [CARD, '.table-screen']));
    await page.context().close();

    page = await visit(browser, server);
    const begin = performance.now();
    await page.goto('/', { waitUntil: 'commit' });
    await page.click(CARD);
    await page.waitForSelector(MAY_MOVE);
    times.open.push(performance.now() - begin);
    await page.context().close();
  }
  console.log(`Play now, the button answers         ${list(times.answer)} (goal 100)`);
  console.log(`Play now, once loaded, to the table  ${list(times.loaded)} (goal 100)`);
  console.log(`Play now, the first tap              ${list(times.first)} (goal 400)`);
  console.log(`from opening the page to a move      ${list(times.open)} (goal 2000)`);
}
