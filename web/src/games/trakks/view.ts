/* What the server sends of a Trakks table, and what the core marks in a placing that is being composed. Hidden tiles are '?'. */
export type { Aids as TrakksAids, Marks as TrakksMarks, Player, View as TrakksView } from './schema';
