/* Lessons (docs/content.md): the files, and how they judge moves. */
import { connection } from '../connection/connection.svelte';
import { isServed } from '../browser/host';
import type { Both } from '../words/language.svelte';
import { lessonFile } from './lesson-files';
import type { View } from '../connection/protocol';

export interface WrongAnswer {
  moves?: string[];
  rule?: string;
  answer: Both;
}

export interface LessonScene {
  title: Both;
  says: Both;
  asks: Both;
  right?: string[];
  show?: string;
  /** Instead: the learner performs as their card says. */
  performs?: true;
  praise: Both;
  wrong: WrongAnswer[];
  position: View & { options: Record<string, unknown> };
}

/** What a first match keeps in view. */
export interface Reminder {
  goal: Both;
  choices: Record<string, Both>;
}

export interface Lesson extends Reminder {
  /** Where all win or lose together. */
  together?: Reminder;
  match: { seats: number; options?: Record<string, unknown> };
  scenes: LessonScene[];
}

const fetched = new Map<string, Lesson>();

/* The owner of a server may have replaced the file. */
async function fromServer(game: string): Promise<Lesson | null> {
  if (!isServed || !connection.online) return null;
  const answer = await fetch(`/api/lessons/${game}`).catch(() => null);
  return answer?.ok ? ((await answer.json()) as { lesson: Lesson | null }).lesson : null;
}

/** The lesson of a game: the server's, or else the one that came with the page. */
export async function lessonOf(game: string): Promise<Lesson> {
  const lesson = fetched.get(game) ?? (await fromServer(game)) ?? (await lessonFile(game));
  fetched.set(game, lesson);
  return lesson;
}

const fitsWord = (pattern: string, word: string): boolean =>
  new RegExp(`^${pattern.replace(/[.?+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(word);

/** The first words are equal, and each further word of the pattern fits a word of the move of its own. */
export function fits(pattern: string, move: string): boolean {
  const [kind, ...wanted] = pattern.split(' ');
  const [made, ...words] = move.split(' ');
  return (
    kind === made &&
    wanted.every((want) => {
      const at = words.findIndex((word) => fitsWord(want, word));
      if (at >= 0) words.splice(at, 1);
      return at >= 0;
    })
  );
}

export const isRight = ({ right = [] }: LessonScene, move: string): boolean => right.some((pattern) => fits(pattern, move));

/** The answer to a wrong move: one that was refused by this rule, or was made if it is null. */
export function answerTo({ wrong }: LessonScene, move: string, rule: string | null): Both | null {
  return (
    wrong.find((entry) => (entry.rule ?? null) === rule && (entry.moves ?? [move]).some((pattern) => fits(pattern, move)))?.answer ?? null
  );
}
