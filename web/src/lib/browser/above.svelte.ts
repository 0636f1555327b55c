/* How much of the screen the texts above a table take, for tables that should fit below them. */

import { isScreen } from './sizes';

const BAR_PX = 100; /* at most: the bar above every table */

export class Above {
  /** Where the table begins, in pixels from the top of the page: the most so far, so that a table keeps its size while the
   * text above it changes. Without a text, or when the screen is turned, it starts anew. */
  px = $state(0);
  private width = 0;

  /** Whether there is a text. */
  get crowded(): boolean {
    return this.px > BAR_PX;
  }

  /** Whether there is one on a phone, so that little of everything is shown. */
  get tight(): boolean {
    return this.crowded && isScreen('phone');
  }

  /** Measures where this element begins. Returns a function that stops it. */
  watch(element: HTMLElement): () => void {
    const measure = (): void => {
      const top = Math.round(element.getBoundingClientRect().top + scrollY);
      const anew = innerWidth !== this.width || top <= BAR_PX;
      this.px = anew ? top : Math.max(this.px, top);
      this.width = innerWidth;
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }
}
