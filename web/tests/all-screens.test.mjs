/* Every screen: axe reports no problems, and nothing is wider than the window, in both languages and both themes. With --pictures,
 * screenshots go to web/shots/. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { person, SIZES, speakAs, WEB } from './harness.mjs';
import { SCREENS } from './screens.mjs';
import { STATES } from './states.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const shots = join(WEB, 'shots');
const all = process.argv.includes('--all');
const withPictures = process.argv.includes('--pictures');
const narrowest = { width: 320, height: 640 };

/* Colours change over a frame or two even when nothing moves. */
const settle = (page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let frames = 0; frames < 3; frames++) await frame();
    const ending = document.getAnimations().filter((one) => one.playState === 'running' && one.effect.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((one) => one.finished));
    await frame();
  });

async function findings(page) {
  const { violations } = await page.evaluate((only) => window.axe.run(document, { runOnly: only, resultTypes: ['violations'], preload: false }), TAGS);
  return violations.map((one) => `${one.id}: ${one.nodes.map((node) => `${node.html.slice(0, 120)} ${node.any[0]?.message ?? ''}`).join(' | ')}`);
}

async function tooWide(page) {
  const over = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return '';
    const wide = [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > width + 1);
    return wide.map((one) => `${one.tagName.toLowerCase()}.${one.className}`).slice(-3).join(', ') || 'something';
  });
  return over ? [`wider than the window: ${over}`] : [];
}

/* At twice the text size, on a phone, every control stays inside the window; a table's edge would hide it. */
async function cutWhenLarge(page) {
  await page.setViewportSize(SIZES.phone);
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('header nav > *, .tabs > *, .bar .buttons > *, .eggs li, .sorts > *, .tool span')]
      .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
      .map((one) => `cut off: ${one.textContent.trim()}`),
  );
  return [...cut, ...(await tooWide(page))].map((one) => `in large letters: ${one}`);
}

/* English in the light and French in the dark: what a text needs does not depend on colours. In the big run also the other way
 * round. */
const looks = [['en', 'light'], ['fr', 'dark'], ...(all ? [['en', 'dark'], ['fr', 'light']] : [])];

/** Whether axe looks at a screen here. In the big run, at every one on a phone and on a laptop. Else once at each, and at the next one
 * in the next way: what screens have in common, such as frame, bar and panels, is seen in all ways. */
function isForAxe(index, language, size) {
  if (size === 'tablet') return false;
  return all || index % 4 === (language === 'en' ? 0 : 1) + (size === 'laptop' ? 0 : 2);
}

async function look({ name, open }, index, context) {
  const page = await person(context.browser, context.server, { size: 'laptop' });
  const found = [];
  await open(page, context);
  const session = await page.context().newCDPSession(page);
  /* Four times as fast as letting the browser write the file, and only slightly larger. */
  const picture = async (file) => {
    const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
    writeFileSync(join(shots, file), data, 'base64');
  };
  await page.evaluate(axe);
  for (const [language, theme] of looks) {
    await speakAs(page, language);
    await page.emulateMedia({ colorScheme: theme });
    await page.waitForFunction((wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches, theme);
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport);
      await settle(page);
      const where = `${language} ${theme} ${size}`;
      if (isForAxe(index, language, size)) found.push(...(await findings(page)).map((one) => `${where}: ${one}`));
      if (withPictures) await picture(`${name}-${size}-${theme}-${language}.png`);
      found.push(...(await tooWide(page)).map((one) => `${where}: ${one}`));
    }
    await page.setViewportSize(narrowest);
    found.push(...(await tooWide(page)).map((one) => `${language} at 320: ${one}`));
  }
  found.push(...(await cutWhenLarge(page)));
  assert.deepEqual(found, [], name);
  assert.deepEqual(page.troubles, []);
}

if (withPictures) mkdirSync(shots, { recursive: true });
export default Object.fromEntries(
  [...SCREENS, ...STATES].map((screen, index) => [`screen ${screen.name}`, (context) => look(screen, index, context)]),
);
