/* What a table wants of somebody: a move when it is their turn; where everybody plays at once, only
 * what others wait for. Its words are `calls` of the page's sentences. */
import { scaleCall } from '../games/scale/call';
import type { ScaleView } from '../games/scale/view';
import type { GameId, Moment } from './protocol';

export type Call = 'turn' | 'offer' | 'answer' | 'swap' | 'pick' | 'vote';

/** In these nobody waits for a turn, and what is shown has to be what is. */
export const isRealTime = (game: GameId | undefined): boolean => game === 'scale';

/** What is wanted of a seat at this moment; the view matters only where all play at once. */
export function callTo(seat: number | null, game: GameId, { view, to_act }: Pick<Moment, 'view' | 'to_act'>): Call | null {
  if (seat === null || !to_act?.includes(seat)) return null;
  if (!isRealTime(game)) return 'turn';
  return view ? scaleCall(view as ScaleView, seat) : null;
}
