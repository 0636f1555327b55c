/* Keys that work wherever the focus is. */

/** Whether a key is meant for something else: it is being typed somewhere, or a dialog lies over the page. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return true;
  if (document.querySelector('dialog[open]')) return true;
  const { target } = event;
  if (target instanceof HTMLInputElement) return target.type !== 'radio' && target.type !== 'checkbox';
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea, select'));
}
