/* What the server sends of a match of Fossils. */
export type { Aids as TemplateAids, Fossil, PlayerView, View as TemplateView } from './schema';
