/* How the page is built. Pictures come from the open game-icons set: only those that a file asks
 * for (`icon:dinosaur-rex`) end up in the page. Their coordinates are rounded to units of their 512 × 512 square, which
 * nobody sees and halves their size. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import subsetFont from 'subset-font';
import svgpath from 'svgpath';
import { defineConfig, type Plugin } from 'vite';
import { namedMedia } from './vite/named-media';
import { offline } from './vite/offline';

function icons(): Plugin {
  const prefix = 'icon:';
  const file = createRequire(import.meta.url).resolve('@iconify-json/game-icons/icons.json');
  const set = JSON.parse(readFileSync(file, 'utf8')) as { icons: Record<string, { body: string }> };
  return {
    name: 'icons',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      const name = id.slice(prefix.length + 1);
      const picture = set.icons[name];
      if (!picture) this.error(`game-icons has no picture "${name}"`);
      const paths = [...picture.body.matchAll(/ d="([^"]+)"/g)].map((match) => match[1]);
      return `export default ${JSON.stringify(svgpath(paths.join(' ')).round(0).toString())};`;
    },
  };
}

/* The sentences of data/texts that the page needs, in the pieces in which it fetches them:
 *   texts:page         those of the start page and the frame, and each game's `page.start`
 *   texts:screens      those of the small screens and the settings
 *   texts:statistics   those of statistics
 *   texts:days         those of matches over days
 *   texts:profile      those of how a person appears to others
 *   texts:friends      those of friends, and of whom one blocks
 *   texts:report       those of reporting somebody
 *   texts:waiting      those of who sits where, and of invitations
 *   texts:proposals    those of moves that are taken back, and of votes
 *   texts:study        those of the study
 *   texts:tables       those of every table
 *   texts:analysis     those of the analysis
 *   texts:print        those of what is printed to be cut out
 *   texts:games        functions that fetch the two pieces below, by game
 *   texts:<id>/words   what the core says of a game
 *   texts:<id>/table   those of the game's table, `page.table` in its file
 *   texts:prints       functions that fetch the next piece, by game
 *   texts:<id>/print   those on the game's printed pieces, `page.print`
 *   texts:<id>/<part>  another section of its file
 *   texts:names        the names of computer players
 *   texts:levels       how each level of them plays
 *   texts:phrases      what people say to each other by its key
 * The unit tests have all of the page's sentences in texts:page. */
type Sentences = Record<string, Record<'en' | 'fr', string>>;
type PageTexts = Record<string, Sentences>;
interface GameTexts {
  name: Sentences[string];
  page: { start: Sentences; table?: Sentences; print?: Sentences };
  [section: string]: unknown;
}

function texts(): Plugin {
  const prefix = 'texts:';
  const early = ['ui', 'calls', 'levels', 'home', 'rules', 'choices'];
  const screens = ['new', 'join', 'missing', 'about', 'me', 'rulebook', 'puzzle', 'settings', 'account', 'replay'];
  const alone = ['analysis', 'statistics', 'study', 'profile', 'friends', 'report', 'print', 'days', 'proposals', 'waiting'];
  const games = readdirSync(new URL('src/games', import.meta.url));
  let testing = false;
  const fileOf = (name: string): string => fileURLToPath(new URL(`../data/texts/${name}.json`, import.meta.url));
  const read = (name: string): unknown => JSON.parse(readFileSync(fileOf(name), 'utf8'));
  const ofGame = (id: string): GameTexts => read(id) as GameTexts;

  const pieceOf = (section: string): string => {
    if (testing || early.includes(section)) return 'page';
    return screens.includes(section) ? 'screens' : alone.includes(section) ? section : 'tables';
  };

  function ofPage(piece: string): PageTexts {
    const sections = Object.entries(read('page') as PageTexts).filter(([name]) => pieceOf(name) === piece);
    const start = games.map((id): [string, Sentences] => {
      const { name, page } = ofGame(id);
      return [id, { name, ...page.start, ...(testing ? { ...page.table, ...page.print } : {}) }];
    });
    return Object.fromEntries(piece === 'page' ? [...sections, ...start] : sections);
  }

  function ofPart(id: string, part: string): unknown {
    const file = ofGame(id);
    if (part === 'table' || part === 'print') return file.page[part] ?? {};
    const { name, events, words = {}, typed } = file;
    return part === 'words' ? { name, events, words, typed } : file[part];
  }

  const core = (): PageTexts => read('core') as PageTexts;
  const computerNames = (): string[] => core().play!.computer_names!.en.split(',');

  const loaders = (part: string): string =>
    `{${games.map((id) => `${JSON.stringify(id)}: () => import('${prefix}${id}/${part}')`).join(', ')}}`;

  return {
    name: 'texts',
    configResolved: (config) => void (testing = config.mode === 'test'),
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      const [name = '', part] = id.slice(prefix.length + 1).split('/');
      for (const file of ['core', 'page', ...games]) this.addWatchFile(fileOf(file));
      if (name === 'names') return `export default ${JSON.stringify(computerNames())}`;
      if (name === 'levels') return `export default ${JSON.stringify({ players: core().players })}`;
      if (name === 'phrases') return `export default ${JSON.stringify({ phrases: core().phrases })}`;
      if (name === 'prints') return `export default ${loaders('print')};`;
      if (name === 'games') return `export const words = ${loaders('words')}, tables = ${loaders('table')};`;
      const json = JSON.stringify(part ? ofPart(name, part) : ofPage(name));
      return `export default JSON.parse(${JSON.stringify(json)})`; /* read sooner than the same as a script */
    },
  };
}

/* The hall compiled for the browser, and the texts that it sends: their addresses, or '' if they were not built; and the
 * addresses of the files of data/minds. */
function hall(): Plugin {
  const prefix = 'hall:';
  const files: Record<string, string> = { wasm: 'ludosaure.wasm', texts: 'texts.json' };
  const minds = (): string => {
    const folder = fileURLToPath(new URL('../data/minds/', import.meta.url));
    const names = readdirSync(folder).sort();
    const imports = names.map((name, i) => `import mind${i} from ${JSON.stringify(`${folder}${name}?url&no-inline`)};`);
    return `${imports.join('')} export default [${names.map((_, i) => `mind${i}`).join()}];`;
  };
  return {
    name: 'hall',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      if (id === `\0${prefix}minds`) return minds();
      const name = files[id.slice(prefix.length + 1)];
      const file = fileURLToPath(new URL(`../build-wasm/src/wasm/${name}`, import.meta.url));
      return existsSync(file) ? `export { default } from ${JSON.stringify(`${file}?url&no-inline`)}` : `export default ''`;
    },
  };
}

/* The typefaces are asked for at once, not when the style sheet has come: the first thing that is
 * painted has them, and nothing jumps. Half of their bytes are hints for coarse screens, and features that no style asks for: these go. */
function fonts(): Plugin {
  const reduce = (font: Uint8Array): Promise<Uint8Array> =>
    subsetFont(Buffer.from(font), undefined, { keepAllGlyphs: true, noHinting: true, keepFeatures: ['kern', 'liga', 'lnum', 'tnum'] });
  return {
    name: 'fonts',
    async generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.endsWith('.woff2') && typeof file.source !== 'string')
          file.source = await reduce(file.source);
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => name.endsWith('.woff2'))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${name}`, as: 'font', type: 'font/woff2', crossorigin: true },
            injectTo: 'head' as const,
          })),
    },
  };
}

/* Most of a large script is called as soon as it has come. With this line in front, Chromium compiles all of it while it is fetched, in a
 * thread of its own, and the page has a seventh less to do until the first move. Not in workers, which have their own build. */
function compiledEarly(): Plugin {
  const LARGE = 20_000;
  return {
    name: 'compiled-early',
    generateBundle: {
      order: 'post' /* Vite writes in front of scripts, too */,
      handler: (_, bundle) => {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && file.code.length >= LARGE) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      },
    },
  };
}

/* What every screen with a table needs, in one script: fetching a dozen small ones takes a slow phone a tenth of a second. */
const TABLES =
  /\/src\/(lib\/(table\/((playback|presence|seat|table)\.svelte|prepared|changes)|words\/words)\.ts|table\/Lines\.|ui\/RuleLink\.svelte)|^\0texts:tables$/;
const chunkOf = (id: string): string | undefined => (TABLES.test(id) ? 'tables' : undefined);

/* While developing, `ludosaure serve` on port 8080 stands behind the page. */
const behind = { target: 'http://127.0.0.1:8080', changeOrigin: true };

export default defineConfig({
  css: { postcss: { plugins: namedMedia } },
  plugins: [icons(), texts(), fonts(), hall(), compiledEarly(), offline(), svelte()],
  /* Only the page names files from the root: the others find each other in any folder. */
  experimental: { renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/${file}` : { relative: true }) },
  worker: { format: 'es', plugins: () => [hall()] },
  build: {
    target: 'es2022',
    cssTarget: ['chrome111', 'firefox113', 'safari16.4'] /* nested rules and light-dark() are rewritten for them */,
    cssMinify: 'lightningcss',
    assetsInlineLimit: 0 /* inline data would need a laxer content security policy */,
    modulePreload: { polyfill: false },
    rollupOptions: { output: { manualChunks: chunkOf, onlyExplicitManualChunks: true } },
  },
  server: { proxy: { '/api': behind, '/ws': { ...behind, ws: true } }, fs: { allow: ['..'] } },
});
