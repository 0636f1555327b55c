/* How the page is built. Pictures come from the open game-icons set: only those that a file asks
 * for (`icon:dinosaur-rex`) end up in the page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

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
      return `export default ${JSON.stringify(paths.join(' '))};`;
    },
  };
}

/* The page's sentences: what the start page and the small screens say, and what is only said at a
 * table, which is fetched with it. */
function texts(): Plugin {
  const ids = ['texts:page', 'texts:tables'];
  const early = ['ui', 'calls', 'games', 'levels', 'home', 'new', 'join', 'settings', 'about', 'me', 'rules'];
  const file = fileURLToPath(new URL('../data/texts/page.json', import.meta.url));
  let testing = false;
  return {
    name: 'texts',
    configResolved: (config) => void (testing = config.mode === 'test'),
    resolveId: (id) => (ids.includes(id) ? `\0${id}` : null),
    load(id) {
      if (!ids.includes(id.slice(1))) return null;
      this.addWatchFile(file);
      const sections = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>);
      const wanted = sections.filter(([name]) => testing || early.includes(name) === (id === '\0texts:page'));
      return `export default ${JSON.stringify(Object.fromEntries(wanted))}`;
    },
  };
}

/* The typefaces are asked for at once, not when the style sheet has come: the first thing that is
 * painted has them, and nothing jumps. */
function fonts(): Plugin {
  return {
    name: 'fonts',
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

/* While developing, `ludosaure serve` on port 8080 stands behind the page. */
const behind = { target: 'http://127.0.0.1:8080', changeOrigin: true };

export default defineConfig({
  plugins: [icons(), texts(), fonts(), svelte()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0, /* inline data would need a laxer content security policy */
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': behind, '/ws': { ...behind, ws: true } }, fs: { allow: ['..'] } },
});
