/* What the compiler does not see: promises that nobody waits for, names that nobody uses, Svelte's own traps. Prettier formats. */
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['dist/', '**/*.js', '**/*.mjs', '**/schema.ts', 'src/lib/schema/'] },
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname, extraFileExtensions: ['.svelte'] } },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_$' }],
      'svelte/require-store-reactive-access': 'off', // there are no stores, and looking for them takes a quarter of the time
      'svelte/no-useless-mustaches': 'off', // {' '} is how a space is kept
      'svelte/prefer-svelte-reactivity': 'off', // most maps and sets are not drawn
      'svelte/prefer-writable-derived': 'off', // a derived object is not deep, and forms bind to its fields
    },
  },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } } },
);
