/* The game nim, as `ludosaure schema` describes it. Made by tools/from_schema.py: do not edit. */

export type View = { game: string; seats: number; options: Record<string, never>; phase: 'play' | 'over'; turn: number; heaps: number[] };
export type Aids = Record<string, never>;
export type Result = { over: boolean; scores: number[]; winners: number[] };
export type Event = Events[keyof Events];

export type Events = {
  take: {
    type: 'take';
    seat: number;
    bones: number;
    /** from 1 */
    heap: number;
  };
};
