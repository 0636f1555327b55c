/* The parts of a browser that the page's logic needs. */
class Memory {
  private kept = new Map<string, string>();
  getItem = (key: string): string | null => this.kept.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.kept.set(key, value);
  removeItem = (key: string): void => void this.kept.delete(key);
}

const place = { pathname: '/', protocol: 'http:', host: 'localhost', origin: 'http://localhost' };
const visit = (_: unknown, __: string, path: string): void => void (place.pathname = path);
const ignore = (): void => undefined;

Object.assign(globalThis, {
  window: globalThis,
  localStorage: new Memory(),
  sessionStorage: new Memory(),
  location: place,
  history: { pushState: visit, replaceState: visit },
  document: {
    documentElement: { lang: '', dataset: {} },
    hidden: false,
    addEventListener: ignore,
    removeEventListener: ignore,
    querySelector: () => null,
  },
  getComputedStyle: () => ({ getPropertyValue: () => '' }),
  matchMedia: () => ({ matches: false, addEventListener: ignore }),
  addEventListener: ignore,
  scrollTo: ignore,
});
if (!('navigator' in globalThis)) Object.assign(globalThis, { navigator: { language: 'en' } });
