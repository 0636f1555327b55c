/* How this person likes the table of T-Rex, kept by the browser. */
const KEY = 'ludosaure.trex';

export type Sort = 'colour' | 'number';

class Preferences {
  /** What everyone may remember is shown. */
  memory = $state(true);
  sort = $state<Sort>('colour');

  constructor() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>;
      if (typeof kept.memory === 'boolean') this.memory = kept.memory;
      if (kept.sort === 'number') this.sort = 'number';
    } catch {
      /* Not written by this page: keep the defaults. */
    }
  }

  private save(): void {
    localStorage.setItem(KEY, JSON.stringify({ memory: this.memory, sort: this.sort }));
  }

  remember(on: boolean): void {
    this.memory = on;
    this.save();
  }

  sortBy(sort: Sort): void {
    this.sort = sort;
    this.save();
  }
}

export const preferences = new Preferences();
