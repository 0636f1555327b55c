/* Everybody performs all the time; this is what somebody in particular is waited for. */
import type { Call } from '../../lib/call';
import type { ScaleView } from './view';

/** For a seat that may do something now. */
export function scaleCall(view: ScaleView, seat: number): Call | null {
  if (view.phase === 'pick' || view.phase === 'vote') return view.phase;
  if (view.players[seat]?.swapping) return 'swap';
  const others = view.players.filter((_, other) => other !== seat);
  if (others.some((other) => other.offer === seat)) return 'offer';
  return view.players[seat]?.answer === null && others.some((other) => other.answer !== null) ? 'answer' : null;
}
