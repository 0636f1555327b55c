/* Who may sit where. */
import type { Info } from './protocol';

/** A computer player plays on for whoever leaves. */
export const takesOver = ({ takeover, game, options }: Info): boolean => takeover && !isForPeople(game, options);

/** Computer players cannot see what people do in a room. */
export const isForPeople = (game: Info['game'], options: Info['options']): boolean => game === 'scale' && options.mode !== 'stage';
