/* What a first tap has lifted, and the next one plays: a finger often hits what is beside. The keyboard plays at once. */
import { settings } from '../../lib/browser/settings.svelte';

export class Lift {
  /** A move. */
  move = $state<string | null>(null);

  /** A press on what makes this move. Whether it plays the move; otherwise it lifts it. */
  plays({ detail }: Pick<UIEvent, 'detail'>, move: string): boolean {
    const isLifting = settings.lift && detail > 0 && this.move !== move;
    this.move = isLifting ? move : null;
    return !isLifting;
  }

  /** A press elsewhere puts it down. */
  putDown = ({ target }: Event): void => {
    if (this.move !== null && !(target instanceof Element && target.closest('[data-move]'))) this.move = null;
  };
}
