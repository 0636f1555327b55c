/* Makes the pictures of the README, docs/pictures/<game>.webp: each table on a laptop in the light, and
 * before it on a phone in the dark. By hand, when a table looks different: node web/tests/pictures.mjs */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openBrowser } from './browsers.mjs';
import { freePort, person, Server } from './harness.mjs';
import { LARGE, stateCalled } from './states.mjs';

const FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const LAPTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const PICTURE = { width: 1120, height: 700 };
const QUALITY = 72;
const BYTES_MAX = 100_000;

/** A PNG of the table in this state, as a data address. */
async function shot(context, state, size, theme) {
  const page = await person(context.browser, context.server, { theme });
  await page.setViewportSize(size);
  await page.goto('/'); /* typefaces are used from the second visit on */
  await page.waitForLoadState('networkidle');
  await state.open(page, context);
  await page.waitForTimeout(1000); /* until nothing moves */
  const png = await page.screenshot();
  await page.context().close();
  return `data:image/png;base64,${png.toString('base64')}`;
}

const stylesheet = `
  body { margin: 0; width: ${PICTURE.width}px; height: ${PICTURE.height}px; position: relative; }
  img { position: absolute; border-radius: 14px; box-shadow: 0 6px 18px rgb(0 0 0 / 35%); }
  .laptop { left: 12px; top: 12px; width: 960px; }
  .phone { right: 12px; bottom: 12px; width: 272px; border: 6px solid #17120d; border-radius: 30px; }`;

/** Both in one picture with a transparent background. */
async function compose(browser, laptop, phone) {
  const page = await browser.newPage({ viewport: PICTURE });
  await page.setContent(`<style>${stylesheet}</style><img class="laptop" src="${laptop}"><img class="phone" src="${phone}">`);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } });
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await page.close();
  return Buffer.from(data, 'base64');
}

mkdirSync(FOLDER, { recursive: true });
const context = { browser: await openBrowser(), server: await new Server(await freePort()).start() };
let tooLarge = 0;
try {
  for (const name of Object.keys(LARGE)) {
    const game = name.split('-')[0];
    const state = stateCalled(name);
    const picture = await compose(context.browser, await shot(context, state, LAPTOP, 'light'), await shot(context, state, PHONE, 'dark'));
    writeFileSync(`${FOLDER}${game}.webp`, picture);
    const { size } = statSync(`${FOLDER}${game}.webp`);
    tooLarge += size > BYTES_MAX;
    console.log(`${game}.webp: ${Math.round(size / 1000)} kB`);
  }
} finally {
  await context.browser.close();
  await context.server.stop();
}
process.exit(tooLarge > 0 ? 1 : 0);
