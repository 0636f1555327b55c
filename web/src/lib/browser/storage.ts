/* Replaces the browser's storage if it is denied or full, so that the page still runs: values then last as long
 * as the page. Imported before everything else. */

class Forgetful implements Storage {
  private items = new Map<string, string>();
  get length(): number {
    return this.items.size;
  }
  key = (index: number): string | null => [...this.items.keys()][index] ?? null;
  getItem = (key: string): string | null => this.items.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.items.set(key, String(value));
  removeItem = (key: string): void => void this.items.delete(key);
  clear = (): void => this.items.clear();
}

const PROBE = 'ludosaure.probe';

function keeps(name: 'localStorage' | 'sessionStorage'): boolean {
  try {
    window[name].setItem(PROBE, PROBE);
    window[name].removeItem(PROBE);
    return true;
  } catch {
    return false;
  }
}

/* A full storage can still be read. */
function copyOf(name: 'localStorage' | 'sessionStorage'): Storage {
  const copy = new Forgetful();
  try {
    for (const [key, value] of Object.entries(window[name])) copy.setItem(key, value as string);
  } catch {
    /* Reading is denied too. */
  }
  return copy;
}

for (const name of ['localStorage', 'sessionStorage'] as const)
  if (!keeps(name)) Object.defineProperty(window, name, { value: copyOf(name), configurable: true });
