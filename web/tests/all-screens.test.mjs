/* Every screen, visited once: axe reports no problems, nothing is wider than the window, and what a turn needs is in sight, in both
 * languages and both themes. With --pictures, screenshots go to web/shots/. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { person, SIZES, speakAs, WEB } from './harness.mjs';
import { SCREENS } from './screens.mjs';
import { CHAT, outOfSight } from './sight.mjs';
import { LARGE, STATES, TURNS } from './states.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const shots = join(WEB, 'shots');
const all = process.argv.includes('--all');
const withPictures = process.argv.includes('--pictures');
const NARROWEST = { width: 320, height: 640 };
const [LAPTOPS, SCREENS_LARGE] = [
  [
    [1366, 768],
    [1280, 720],
  ],
  [
    [1920, 1080],
    [2560, 1440],
  ],
].map((sizes) => sizes.map(([width, height]) => ({ width, height })));
/* Phones, upright and on their side. */
const SMALL = [
  [844, 390],
  [390, 844],
  [667, 375],
  [390, 664],
  [640, 360],
  [360, 740],
  [320, 568],
].map(([width, height]) => ({ width, height }));
const BAR = ['.bar .turn', '.bar .talk', 'header .opener'];

/* Colours change over a frame or two even when nothing moves. */
const settle = (page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let frames = 0; frames < 3; frames++) await frame();
    const ending = document
      .getAnimations()
      .filter((one) => one.playState === 'running' && one.effect.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((one) => one.finished));
    await frame();
  });

async function axeFindings(page) {
  const { violations } = await page.evaluate(
    (only) => window.axe.run(document, { runOnly: only, resultTypes: ['violations'], preload: false }),
    TAGS,
  );
  return violations.map(
    (one) => `${one.id}: ${one.nodes.map((node) => `${node.html.slice(0, 120)} ${node.any[0]?.message ?? ''}`).join(' | ')}`,
  );
}

async function tooWide(page) {
  const over = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return '';
    const wide = [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > width + 1);
    return (
      wide
        .map((one) => `${one.tagName.toLowerCase()}.${one.className}`)
        .slice(-3)
        .join(', ') || 'something'
    );
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

/* English in the light and French in the dark: what a text needs does not depend on colours. Each size once; the longer texts are
 * French, so the narrowest is. In the big run, and for pictures, everything in every way. */
const SIZES_ALL = { ...SIZES, narrowest: NARROWEST };
const WAYS =
  all || withPictures
    ? ['light', 'dark'].flatMap((theme) => ['en', 'fr'].map((language) => ({ language, theme, sizes: Object.keys(SIZES_ALL) })))
    : [
        { language: 'en', theme: 'light', sizes: ['laptop', 'phone'] },
        { language: 'fr', theme: 'dark', sizes: ['tablet', 'narrowest'] },
      ];

/** Whether axe looks at a screen here. In the big run, at every one on a phone and on a laptop. Else once at each, and at the next one
 * in the next way: what screens have in common, such as frame, bar and panels, is seen in all ways. */
const isForAxe = (index, way, size) =>
  all ? ['phone', 'laptop'].includes(size) : index % 4 === 2 * WAYS.indexOf(way) + way.sizes.indexOf(size);

/** What a turn needs is in sight on small screens; each of them in one language, in the big run in both. */
async function turnInSight(page, needed, { language }) {
  const found = [];
  for (const [index, size] of SMALL.entries()) {
    if (!all && index % 2 !== (language === 'en' ? 0 : 1)) continue;
    await page.setViewportSize(size);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    found.push(...(await outOfSight(page, [...BAR, ...needed])).map((one) => `${size.width}×${size.height}: ${one}`));
  }
  return found;
}

/** On a large screen the same is visible, and the main part fills at least this share of the window's height. What people say is in
 * sight at any size. */
async function largeIsUsed(page, needed, [selector, share]) {
  const found = [];
  for (const size of SCREENS_LARGE) {
    await page.setViewportSize(size);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    found.push(...(await outOfSight(page, needed)));
    const box = await (await page.$(selector)).boundingBox();
    if (box.height < share * size.height) found.push(`${selector} is ${box.height} px of ${size.height}`);
  }
  await page.setViewportSize(LAPTOPS[0]);
  await page.click('#tab-chat');
  await page.waitForSelector('#say');
  for (const size of LAPTOPS) {
    await page.setViewportSize(size);
    found.push(...(await outOfSight(page, CHAT)).map((one) => `${size.width}×${size.height}: ${one}`));
  }
  await page.setViewportSize(SMALL[0]);
  await page.click('.bar .talk');
  return [...found, ...(await outOfSight(page, CHAT)).map((one) => `on its side: ${one}`)];
}

async function look({ name, open }, index, context) {
  const page = await person(context.browser, context.server, { size: 'laptop' });
  const found = [];
  const report = (where, findings) => found.push(...findings.map((one) => `${where}: ${one}`));
  await open(page, context);
  const session = await page.context().newCDPSession(page);
  /* Four times as fast as letting the browser write the file, and only slightly larger. */
  const picture = async (file) => {
    const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
    writeFileSync(join(shots, file), data, 'base64');
  };
  await page.evaluate(axe);
  for (const way of WAYS) {
    const { language, theme, sizes } = way;
    await speakAs(page, language);
    await page.emulateMedia({ colorScheme: theme });
    await page.waitForFunction((wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches, theme);
    for (const size of sizes) {
      await page.setViewportSize(SIZES_ALL[size]);
      await settle(page);
      const where = `${language} ${theme} ${size}`;
      if (isForAxe(index, way, size)) report(where, await axeFindings(page));
      if (withPictures && size !== 'narrowest') await picture(`${name}-${size}-${theme}-${language}.png`);
      report(where, await tooWide(page));
    }
    if (TURNS[name]) report(language, await turnInSight(page, TURNS[name], way));
  }
  if (LARGE[name]) report('a large screen', await largeIsUsed(page, TURNS[name], LARGE[name]));
  found.push(...(await cutWhenLarge(page)));
  assert.deepEqual(found, [], name);
  assert.deepEqual(page.troubles, []);
}

if (withPictures) mkdirSync(shots, { recursive: true });
export default Object.fromEntries(
  [...SCREENS, ...STATES].map((screen, index) => [`screen ${screen.name}`, (context) => look(screen, index, context)]),
);
