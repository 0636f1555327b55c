/* The rulebooks (data/rules/), made into blocks to draw: they use headings, paragraphs, lists and
 * bold text, and nothing else. What comes after the last line --- (options, files, notation) is for the
 * terminal and for programmers, and is not shown; what comes after an earlier one, for those who play on a screen. */
import { language } from '../words/language.svelte';

const files = import.meta.glob<string>('../../../../data/rules/*.md', { query: '?raw', import: 'default' });

export interface Span {
  text: string;
  as: 'plain' | 'strong' | 'em' | 'code';
}
export type Block =
  | { kind: 'heading'; level: number; spans: Span[] }
  | { kind: 'text'; spans: Span[]; rule?: string } /* of a numbered rule, its number */
  | { kind: 'list'; items: Span[][] };

export function spans(text: string): Span[] {
  const marks = { '**': 'strong', '*': 'em', '`': 'code' } as const;
  const result: Span[] = [];
  for (const [part, , mark, inner] of text.matchAll(/((\*\*|\*|`)(.+?)\2)|[^*`]+|[*`]+/g))
    result.push(mark ? { text: inner!, as: marks[mark as keyof typeof marks] } : { text: part, as: 'plain' });
  return result;
}

/* A rule begins with its number: **K11**. */
function textBlock(text: string): Block {
  const all = spans(text);
  const rule = all[0]?.as === 'strong' && /^[A-Z]\d+$/.test(all[0].text) ? all[0].text : undefined;
  return { kind: 'text', spans: all, ...(rule ? { rule } : {}) };
}

export function blocks(markdown: string): Block[] {
  const result: Block[] = [];
  for (const chunk of markdown.split(/\n\s*\n/)) {
    let text = '';
    let items: string[] = [];
    const end = (): void => {
      if (text) result.push(textBlock(text));
      if (items.length > 0) result.push({ kind: 'list', items: items.map(spans) });
      text = '';
      items = [];
    };
    for (const line of chunk.split('\n')) {
      const heading = /^(#+) (.*)/.exec(line);
      const item = /^[-*] (.*)/.exec(line);
      if (heading) {
        end();
        result.push({ kind: 'heading', level: heading[1]!.length, spans: spans(heading[2]!) });
      } else if (item) {
        if (text) end();
        items.push(item[1]!);
      } else if (items.length > 0) items[items.length - 1] += ` ${line.trim()}`;
      else text += (text ? ' ' : '') + line.trim();
    }
    end();
  }
  return result;
}

/** The games that have a rulebook. */
const games = [...new Set(Object.keys(files).map((path) => path.split('/').at(-1)!.split('.')[0]!))];

export const hasRule = (blocks: Block[], rule: string): boolean => blocks.some((block) => block.kind === 'text' && block.rule === rule);

/** The game that has this rule. */
export async function gameOfRule(rule: string): Promise<string | null> {
  for (const game of games) if (hasRule(await rulebook(game), rule)) return game;
  return null;
}

async function partsOf(game: string): Promise<string[]> {
  const load = files[`../../../../data/rules/${game}.${language()}.md`];
  return load ? (await load()).trim().split('\n\n---\n\n').slice(0, -1) : [];
}

export const rulebook = async (game: string): Promise<Block[]> => blocks((await partsOf(game)).join('\n\n'));

/** For people around a table. */
export const printedRulebook = async (game: string): Promise<Block[]> => blocks((await partsOf(game))[0] ?? '');
