/* A person's preferences, kept by the browser. */
import { SCREENS } from './breakpoints';

const KEY = 'ludosaure.settings';

/** How fast the page shows the moves of others. */
export type ShowSpeed = 'calm' | 'normal' | 'quick' | 'instant';
export type Theme = 'auto' | 'light' | 'dark';
export const SHOW_SPEEDS: ShowSpeed[] = ['calm', 'normal', 'quick', 'instant'];

const systemDark = matchMedia('(prefers-color-scheme: dark)');
const STEP_MS: Record<ShowSpeed, number> = { calm: 1400, normal: 700, quick: 250, instant: 0 };

class Settings {
  showSpeed = $state<ShowSpeed>('normal');
  theme = $state<Theme>('auto');
  sound = $state(true);
  notify = $state(false);
  /** What others say at tables is shown. */
  chat = $state(true);
  /** Who watches a table tells the people there the name. */
  named = $state(false);
  /** Matches against computer players only are played on this device, if it can. */
  here = $state(true);
  /** A tap on a card lifts it, and the next one plays it: a finger often hits the card beside. */
  lift = $state(matchMedia(SCREENS.finger).matches);

  constructor() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings & { pace: ShowSpeed }>;
      /* `pace` is the stored name of the show speed. */
      if (kept.pace && SHOW_SPEEDS.includes(kept.pace)) this.showSpeed = kept.pace;
      if (kept.theme === 'light' || kept.theme === 'dark') this.theme = kept.theme;
      if (typeof kept.sound === 'boolean') this.sound = kept.sound;
      if (typeof kept.notify === 'boolean') this.notify = kept.notify;
      if (typeof kept.chat === 'boolean') this.chat = kept.chat;
      if (typeof kept.named === 'boolean') this.named = kept.named;
      if (typeof kept.here === 'boolean') this.here = kept.here;
      if (typeof kept.lift === 'boolean') this.lift = kept.lift;
    } catch {
      /* Not written by this page: keep the defaults. */
    }
    this.apply();
    systemDark.addEventListener('change', () => this.apply());
  }

  save(): void {
    const { showSpeed: pace, theme, sound, notify, chat, named, here, lift } = this;
    localStorage.setItem(KEY, JSON.stringify({ pace, theme, sound, notify, chat, named, here, lift }));
    this.apply();
  }

  /** Shows the theme, which is the system's unless the person chose one; the browser's own bars match it. */
  private apply(): void {
    const root = document.documentElement;
    root.dataset.theme = this.theme === 'auto' ? (systemDark.matches ? 'dark' : 'light') : this.theme;
    /* In a task of its own: it makes the browser work out the styles. */
    setTimeout(() => {
      const paper = getComputedStyle(document.body).backgroundColor;
      document.querySelector('meta[name=theme-color]')?.setAttribute('content', paper);
    });
  }

  /** How long a step is looked at before the next one; the player's own need no looking at. */
  stepMs(others: boolean): number {
    return others ? STEP_MS[this.showSpeed] : Math.min(STEP_MS[this.showSpeed], 250);
  }

  get reducedMotion(): boolean {
    return this.showSpeed === 'instant' || matchMedia('(prefers-reduced-motion: reduce)').matches;
  }
}

export const settings = new Settings();
