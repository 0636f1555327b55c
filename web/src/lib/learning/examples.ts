/* The examples of the rulebooks (data/examples/): positions, and moves that readers can try. The core answers, in the
 * worker that looks at records: a position with a move is a short record. */
import type { Both } from '../words/language.svelte';
import type { GameEvent, Trouble, View } from '../connection/protocol';
import { BadRecord, RecordReader } from '../records/record';

const files = import.meta.glob<{ data: string; examples: Omit<Example, 'data'>[] }>('../../../../data/examples/*.json', {
  import: 'default',
});

export interface Try {
  label: Both;
  move: string;
  /** The rule by which the core refuses it. */
  refused?: string;
}

export interface Example {
  rule: string;
  /** The seat that makes the moves. */
  seat: number;
  /** What the position is about. */
  says: Both;
  position: View & { options: Record<string, unknown> };
  tries: Try[];
  /** The hash of the components, as in a record. */
  data: string;
}

export async function examplesOf(game: string): Promise<Example[]> {
  const file = await files[`../../../../data/examples/${game}.json`]?.();
  return file?.examples.map((example) => ({ ...example, data: file.data })) ?? [];
}

/** What the core says of a move: why not, or what happens and how the table looks then. */
export type ExampleOutcome = { refusal: Trouble } | { events: GameEvent[]; position: View };

export async function tryOut({ position, seat, data }: Example, move: string): Promise<ExampleOutcome> {
  const reader = new RecordReader();
  const { game, seats, options } = position;
  try {
    await reader.open({ ludosaure: 1, game, seats, options, data, position, names: [], moves: [[seat, move]], result: null });
    const { events = [], position: after, view } = await reader.at(1, 'all');
    return { events, position: after ?? view };
  } catch (error) {
    if (error instanceof BadRecord && error.move !== null) return { refusal: error.trouble };
    throw error;
  } finally {
    reader.close();
  }
}
