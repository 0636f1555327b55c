/* On a touch screen, what was tapped last counts as hovered: its style would stay. */
import { expect, it } from 'vitest';

const files = import.meta.glob<string>('../**/*.{svelte,css}', { query: '?raw', import: 'default', eager: true });
const styles = Object.entries(files).map(([path, text]): [string, string] => [
  path,
  path.endsWith('.css') ? text : (/<style>(.*)<\/style>/s.exec(text)?.[1] ?? ''),
]);

/** The selectors with `:hover` that also apply where nothing can hover. */
function hoveredByTouch(css: string): string[] {
  const found: string[] = [];
  const around: string[] = [];
  for (const [, head, brace] of css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]*)([{};])/g)) {
    if (brace === '}') around.pop();
    if (brace !== '{') continue;
    if (head!.includes(':hover') && !around.some((rule) => rule.includes('(hover: hover)'))) found.push(head!.trim());
    around.push(head!);
  }
  return found;
}

it('finds styles that would stay after a tap', () =>
  expect(hoveredByTouch('a { b: c } @media (hover: hover) { a:hover { b: c } } p:hover { b: c }')).toEqual(['p:hover']));
it('only styles what is hovered where something can hover', () => {
  expect(styles.length).toBeGreaterThan(50);
  expect(styles.flatMap(([path, css]) => hoveredByTouch(css).map((selector) => `${path}: ${selector}`))).toEqual([]);
});
