/* Playing on from a moment of a finished match, against computer players. */
import { nameOrGuest } from '../table/begin';
import { connection, device } from '../connection/connection.svelte';
import { paceOf } from '../table/games';
import { opponentsIn } from '../people/opponents.svelte';
import type { ReplayRun } from './replay.svelte';
import { go, tablePath } from '../browser/route.svelte';
import { isForPeople } from '../people/seats';

/** Where a record comes from: the table with this id on the server, or on this device; null: a file. */
export interface RecordSource {
  id: string | null;
  here: boolean;
}

/** Whether there is something to play, and computer players can play it. */
export const canPlayOn = ({ record, moves }: ReplayRun, move: number): boolean => move < moves && !isForPeople(record.game, record.options);

/** Creates a table that starts after this many moves, and sits down on this seat. */
export async function playOn(replay: ReplayRun, { id, here }: RecordSource, move: number, seat: number): Promise<void> {
  const { game, seats, options } = replay.record;
  const { level, pace } = opponentsIn(game);
  await device.untilSettled();
  const hall = device.online ? device : connection;
  await hall.introduce(nameOrGuest(''));
  const answer = await hall.ask('create', {
    game,
    seats,
    options,
    sit: seat,
    bots: Array.from({ length: seats }, (_, other) => (other === seat ? null : level)),
    autostart: true,
    pace: paceOf(game, true, pace),
    origin: { record: hall.isDevice && !here ? replay.record : id, move },
  });
  go(tablePath(answer.table, hall.isDevice));
}
