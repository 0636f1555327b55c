/* What styles keep to. */
import { expect, it } from 'vitest';
import { SCREENS } from '../lib/browser/breakpoints';

const files = import.meta.glob<string>(['../**/*.{svelte,css,ts}', '!../**/*.test.ts'], { query: '?raw', import: 'default', eager: true });
const texts = Object.entries(files).filter(([path]) => path !== '../lib/browser/breakpoints.ts');
const parts = texts.filter(([path]) => !path.endsWith('.ts'));
const styles = parts.map(([path, text]): [string, string] => [
  path,
  path.endsWith('.css') ? text : (/<style>(.*)<\/style>/s.exec(text)?.[1] ?? ''),
]);

/** The selectors with `:hover` that also apply where nothing can hover: on a touch screen, what was tapped last counts as hovered,
 * and its style would stay. */
function hoveredByTouch(css: string): string[] {
  const found: string[] = [];
  const around: string[] = [];
  for (const [, head, brace] of css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]*)([{};])/g)) {
    if (brace === '}') around.pop();
    if (brace !== '{') continue;
    if (head!.includes(':hover') && !around.some((rule) => rule.includes('(--mouse)'))) found.push(head!.trim());
    around.push(head!);
  }
  return found;
}

it('finds styles that would stay after a tap', () =>
  expect(hoveredByTouch('a { b: c } @media (--mouse) { a:hover { b: c } } p:hover { b: c }')).toEqual(['p:hover']));
it('only styles what is hovered where something can hover', () => {
  expect(styles.length).toBeGreaterThan(50);
  expect(styles.flatMap(([path, css]) => hoveredByTouch(css).map((selector) => `${path}: ${selector}`))).toEqual([]);
});

/** Conditions on the screen that are not named in breakpoints.ts. */
const unnamed = (text: string): string[] =>
  [...text.matchAll(/@media[^{]*|(?:matchMedia|MediaQuery)\('[^']*'\)/g)]
    .map(([condition]) => condition.trim())
    .filter((condition) => /\((?:any-)?(?:(?:min|max)-)?(?:width|height|hover|pointer|aspect-ratio|orientation)\b/.test(condition));

it('finds conditions without a name', () =>
  expect(unnamed("@media (--phone), (max-width: 9px) { } matchMedia('(pointer: coarse)'); @container (width > 9px) { }")).toEqual([
    '@media (--phone), (max-width: 9px)',
    "matchMedia('(pointer: coarse)')",
  ]));
it('names every size of screens, once, and uses every name', () => {
  expect(texts.flatMap(([path, text]) => unnamed(text).map((condition) => `${path}: ${condition}`))).toEqual([]);
  expect(new Set(Object.values(SCREENS)).size).toBe(Object.keys(SCREENS).length);
  const all = texts.map(([, text]) => text).join('\n');
  const isUsed = (name: string): boolean => new RegExp(`\\(--${name}\\)|SCREENS\\.${name}\\b|isScreen\\([^)]*'${name}'`).test(all);
  expect(Object.keys(SCREENS).filter((name) => !isUsed(name))).toEqual([]);
});
