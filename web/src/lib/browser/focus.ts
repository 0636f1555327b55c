/* Keyboard players do not lose their place on a table: when the element that has the focus disappears or is disabled, the focus
 * goes on to another one. */

/** Watches an element. `next` says where the focus goes; a place that only keeps it (`tabindex="-1"`) hands it on as soon as
 * `next` says another. Returns a function that ends it. */
export function keepFocus(root: HTMLElement, next: () => HTMLElement | null | undefined): () => void {
  let held = false;
  let keeper: Element | null = null;
  function follow(event: FocusEvent): void {
    /* Lost to nothing: the focused element was removed from the page. */
    held = event.type === 'focusin' || (held && event.relatedTarget === null);
  }
  function refocus(): void {
    const at = document.activeElement;
    if (!held || !at || !(at === document.body || at === keeper || at.matches(':disabled'))) return;
    const to = next();
    to?.focus({ preventScroll: true });
    keeper = to?.tabIndex === -1 ? to : null;
  }
  const observer = new MutationObserver(refocus);
  observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  root.addEventListener('focusin', follow);
  root.addEventListener('focusout', follow);
  return () => {
    observer.disconnect();
    root.removeEventListener('focusin', follow);
    root.removeEventListener('focusout', follow);
  };
}
