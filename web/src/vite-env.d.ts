/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module 'texts:games' {
  type Loaders<Piece> = Record<string, (() => Promise<{ default: Piece }>) | undefined>;
  export const words: Loaders<import('./lib/words/words').Texts>;
  export const tables: Loaders<Record<string, Record<'en' | 'fr', string>>>;
}

declare module 'texts:names' {
  const names: string[];
  export default names;
}

declare module 'texts:prints' {
  const prints: typeof import('texts:games').tables;
  export default prints;
}

declare module 'texts:*/print' {
  const sentences: Record<string, Record<'en' | 'fr', string>>;
  export default sentences;
}

declare module 'texts:*/actions' {
  const sentences: Record<string, Record<'en' | 'fr', string>>;
  export default sentences;
}

declare module 'texts:*' {
  const sections: Record<string, Record<string, Record<'en' | 'fr', string>>>;
  export default sections;
}

declare module 'icon:*' {
  const path: string;
  export default path;
}
