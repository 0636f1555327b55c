/* How the page is built. Pictures come from the open game-icons set: only those that a file asks
 * for (`icon:dinosaur-rex`) end up in the page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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

/* While developing, `ludosaure serve` on port 8080 stands behind the page. */
const behind = { target: 'http://127.0.0.1:8080', changeOrigin: true };

export default defineConfig({
  plugins: [icons(), svelte()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0, /* inline data would need a laxer content security policy */
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': behind, '/ws': { ...behind, ws: true } }, fs: { allow: ['..'] } },
});
