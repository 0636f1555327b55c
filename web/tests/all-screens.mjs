/* Every screen: axe finds nothing in both languages, in the light and in the dark, nothing is wider
 * than the window, and pictures of all go to web/shots/. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { person, SIZES, WEB } from './harness.mjs';
import { SCREENS } from './screens.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const shots = join(WEB, 'shots');
const narrowest = { width: 320, height: 640 };

async function speakAs(page, language) {
  const spoken = await page.evaluate(() => document.documentElement.lang);
  /* An open dialog keeps the mouse away from it, but the button is there. */
  if (spoken !== language) await page.evaluate(() => document.querySelector('header .tongue').click());
}

async function findings(page) {
  const { violations } = await page.evaluate((tags) => window.axe.run(document, { runOnly: tags, resultTypes: ['violations'] }), TAGS);
  return violations.map((one) => `${one.id}: ${one.nodes.map((node) => `${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`).join(' | ')}`);
}

async function tooWide(page) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return over > 0 ? [`${over} pixels wider than the window`] : [];
}

async function look({ name, open }, context) {
  const page = await person(context.browser, context.server, { size: 'laptop' });
  const found = [];
  await open(page, context);
  await page.evaluate(axe);
  for (const language of ['en', 'fr']) {
    await speakAs(page, language);
    for (const theme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme: theme });
      for (const [size, viewport] of Object.entries(SIZES)) {
        await page.setViewportSize(viewport);
        const where = `${language} ${theme} ${size}`;
        if (size !== 'tablet') found.push(...(await findings(page)).map((one) => `${where}: ${one}`));
        if (language === 'fr' || theme === 'light') await page.screenshot({ path: join(shots, `${name}-${size}-${theme}-${language}.png`) });
        found.push(...(await tooWide(page)).map((one) => `${where}: ${one}`));
      }
    }
    await page.setViewportSize(narrowest);
    found.push(...(await tooWide(page)).map((one) => `${language} at 320: ${one}`));
  }
  assert.deepEqual(found, [], name);
  assert.deepEqual(page.troubles, []);
}

mkdirSync(shots, { recursive: true });
export default Object.fromEntries(SCREENS.map((screen) => [`screen ${screen.name}`, (context) => look(screen, context)]));
