/* Builds what the page needs without a network or a server: the manifest, the service worker with its
 * list of files, and static.html, the page for plain web hosts. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HtmlTagDescriptor, Plugin } from 'vite';

const source = (name: string): string => readFileSync(fileURLToPath(new URL(`../src/${name}`, import.meta.url)), 'utf8');
const PAGE = 'index.html';
const STATIC = 'static.html';
/* The page is cached under the address of its folder, as some hosts redirect index.html to it. Only other programs
 * fetch the preview picture of invitations. */
const NOT_CACHED = [PAGE, STATIC, 'service-worker.js', 'preview.png'];

function manifest(): string {
  const paper = /--paper: (#\w+);/.exec(source('app.css'))?.[1];
  if (!paper) throw new Error('app.css has no colour --paper');
  const icon = (src: string, sizes: string, purpose: string): object => ({ src, sizes, type: 'image/png', purpose });
  return JSON.stringify({
    name: 'Ludosaure',
    short_name: 'Ludosaure',
    start_url: './',
    scope: './',
    display: 'standalone',
    background_color: paper,
    theme_color: paper,
    icons: [
      icon('icons/192.png', '192x192', 'any'),
      icon('icons/512.png', '512x512', 'any'),
      icon('icons/maskable.png', '512x512', 'maskable'),
      { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
  });
}

const link = (rel: string, href: string): HtmlTagDescriptor => ({ tag: 'link', attrs: { rel, href }, injectTo: 'head' });

/* Without a server, addresses are relative to the page's folder, and nothing is fetched from /api. */
function forPlainHosts(page: string): string {
  return page
    .replace('<html ', '<html data-host="files" ')
    .replace(/\s*<link rel="preload" href="\/api[^>]*>/, '')
    .replace(/(href|src)="\//g, '$1="./');
}

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) =>
    statSync(join(folder, name)).isDirectory() ? filesIn(join(folder, name)) : [join(folder, name)],
  );
}

function worker(folder: string): string {
  const page = readFileSync(join(folder, PAGE), 'utf8');
  const entry = /<script type="module"[^>]* src="\/([^"]+)"/.exec(page)?.[1];
  if (!entry) throw new Error(`${PAGE} has no script`);
  const cached = filesIn(folder)
    .map((file) => relative(folder, file))
    .filter((path) => !NOT_CACHED.includes(path))
    .sort();
  const text = source('service-worker.js');
  const build = createHash('sha256').update(text).update(page);
  for (const path of cached) build.update(path).update(readFileSync(join(folder, path)));
  return text
    .replace('__FILES__', () => JSON.stringify(['', ...cached]))
    .replace('__ENTRY__', entry)
    .replace('__BUILD__', build.digest('hex').slice(0, 16));
}

export function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    transformIndexHtml: () => [link('manifest', '/manifest.webmanifest'), link('apple-touch-icon', '/icons/apple-touch.png')],
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source: manifest() });
    },
    /* By now, the files of public/ are there too. */
    writeBundle({ dir }) {
      writeFileSync(join(dir!, STATIC), forPlainHosts(readFileSync(join(dir!, PAGE), 'utf8')));
      writeFileSync(join(dir!, 'service-worker.js'), worker(dir!));
    },
  };
}
