/* How much of the screen the texts above a table take, for tables that should fit below them. */

export class Above {
  /** Where the table begins, in pixels from the top of the page: the most so far at this width, so that a table keeps its
   * size while the text above it changes. */
  px = $state(0);
  private width = 0;

  /** Measures where this element begins. Returns a function that stops it. */
  watch(element: HTMLElement): () => void {
    const measure = (): void => {
      const top = Math.round(element.getBoundingClientRect().top + scrollY);
      this.px = innerWidth === this.width ? Math.max(this.px, top) : top;
      this.width = innerWidth;
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }
}
