/* Puts what names of screens stand for (src/lib/browser/breakpoints.ts) into `@media (--name)`. */
import type { CSSOptions } from 'vite';
import { SCREENS } from '../src/lib/browser/breakpoints';

type Plugins = Exclude<CSSOptions['postcss'], string | undefined>['plugins'];

export const namedMedia: Plugins = [
  {
    postcssPlugin: 'named-media',
    AtRule: {
      media(rule) {
        rule.params = rule.params.replace(/\(--(\w+)\)/g, (_, name: string) => {
          if (!(name in SCREENS)) throw rule.error(`no screen is called ${name}`);
          return SCREENS[name as keyof typeof SCREENS];
        });
      },
    },
  },
];
