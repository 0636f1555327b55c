/* Which games have a lesson: all that the start page needs of lessons. */
import type { Lesson } from './lessons';

const files = import.meta.glob<Lesson>('../../../../data/lessons/*.json', { import: 'default' });
const pathOf = (game: string): string => `../../../../data/lessons/${game}.json`;

export const hasLesson = (game: string): boolean => pathOf(game) in files;

/** The lesson that came with the page. The game must have one. */
export const lessonFile = (game: string): Promise<Lesson> => files[pathOf(game)]!();
