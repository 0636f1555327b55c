/* Unit tests: the logic of the page, without a browser (tests/ has those with one). */
import { defineConfig, mergeConfig } from 'vitest/config';
import page from './vite.config';

export default mergeConfig(
  page,
  defineConfig({
    resolve: { conditions: ['browser'] },
    /* Each file has modules of its own, without a process of its own. Without `css`, styles would be read as empty files. */
    test: { include: ['src/**/*.test.ts'], setupFiles: ['tests/without-browser.ts'], pool: 'vmThreads', css: true },
  }),
);
