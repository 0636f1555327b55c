/* Makes web/public/icons/ from the drawing web/public/icon.svg. By hand, when it changes: node tools/icons.mjs */
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openBrowser } from '../web/tests/browsers.mjs';

const at = (name) => fileURLToPath(new URL(`../web/public/${name}`, import.meta.url));
const drawing = readFileSync(at('icon.svg'), 'utf8');
const ground = /<rect[^>]* fill="(#\w+)"/.exec(drawing)[1];
/* Systems cut their own shape out of these: the ground fills the square, and the drawing keeps away from its edge. */
const ICONS = [
  { name: '192', size: 192, part: 1, ground: 'transparent' },
  { name: '512', size: 512, part: 1, ground: 'transparent' },
  { name: 'maskable', size: 512, part: 0.8, ground },
  { name: 'apple-touch', size: 180, part: 0.9, ground },
];

mkdirSync(at('icons'), { recursive: true });
const browser = await openBrowser();
try {
  for (const { name, size, part, ground } of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<body style="margin:0;height:100vh;display:grid;place-items:center;background:${ground}">
      <div style="width:${100 * part}%;height:${100 * part}%">${drawing}</div>`);
    await page.screenshot({ path: at(`icons/${name}.png`), omitBackground: true });
    await page.close();
  }
} finally {
  await browser.close();
}
