/* Fields that take no more than the hall does, counted as it counts. `maxlength` counts otherwise: most emoji are two there. */
import { NAME_CHARACTERS_MAX, charactersOf } from '../lib/device/names';

const LINE_CODE_POINTS_MAX = 300;

type Field = HTMLInputElement;

/* Before a binding reads the field. */
function atMost(field: Field, most: number, split: (text: string) => string[]): void {
  const cut = (event: Event): void => {
    if (field.value.length <= most || (event as InputEvent).isComposing) return;
    const parts = split(field.value);
    if (parts.length <= most) return;
    const caret = field.selectionStart;
    field.value = parts.slice(0, most).join('');
    field.setSelectionRange(caret, caret);
  };
  for (const type of ['input', 'compositionend']) field.addEventListener(type, cut, { capture: true });
}

/** A person's name. */
export const shortName = (field: Field): void => atMost(field, NAME_CHARACTERS_MAX, charactersOf);
/** What somebody says to the others. */
export const shortLine = (field: Field): void => atMost(field, LINE_CODE_POINTS_MAX, (text) => [...text]);
