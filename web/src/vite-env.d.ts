/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module 'texts:*' {
  const sections: Record<string, Record<string, Record<'en' | 'fr', string>>>;
  export default sections;
}

declare module 'icon:*' {
  const path: string;
  export default path;
}
