/* The language of the server (docs/api.md). Its types are in schema.ts, which is made from what the program says; here is what the
 * page adds to them. */
import type { Answers, ErrorCode, Level, Requests, Trouble as Told } from '../schema/protocol';

export type {
  Aids,
  Answers,
  Clocks,
  Event as GameEvent,
  Facts,
  Finished,
  FinishedSeat,
  Game,
  GameRecord,
  Info,
  LeaderboardLine,
  Level,
  LogLine,
  Moment,
  Option,
  Person,
  Push,
  Rating,
} from '../schema/protocol';
export type {
  Requests,
  Result,
  Phrase,
  Said,
  Seat,
  StatisticsByLevel,
  StatisticsByPart,
  StatisticsBySeats,
  StepPush,
  TablePush,
  View,
  Why,
} from '../schema/protocol';

/** The levels that people choose from, weakest first. A game may leave some out. */
export const LADDER = ['child', 'beginner', 'casual', 'regular', 'skilled', 'strong', 'expert'] as const satisfies Level[];

/** A command that is answered. */
export type Command = keyof Answers;
/** What a request says beside its command. */
export type Values<C extends keyof Requests> = Omit<Requests[C], 'id' | 'cmd'>;
/** Values that a request may leave out altogether. */
export type Given<V> = object extends V ? [values?: V] : [values: V];
export const giveValues = <V>(values: V): Given<V> => [values] as Given<V>;

/** A command about a table that is watched, and what it says beside the table. */
export type TableCommand = { [C in Command]: Requests[C] extends { table: string } ? C : never }[Command];
export type TableValues<C extends TableCommand> = Omit<Requests[C], 'id' | 'cmd' | 'table'>;

/** Why something was refused, by a hall or by the page itself: an answer to a puzzle is `wrong`. */
export type Trouble = Omit<Told, 'code'> & { code: ErrorCode | 'wrong' };

/** What a computer player would do. */
export interface Advice {
  move: string;
  why: Answers['suggest']['why'];
  /** The match was rated until this was asked. */
  unrates: boolean;
}
/** The move of an advice to do nothing yet, in real time. */
export const WAIT = '';

export class Refusal extends Error {
  constructor(public trouble: Trouble) {
    super(trouble.text.en);
  }
}
