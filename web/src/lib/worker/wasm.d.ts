/* The address of the compiled hall; '' if the page was built without it (vite.config.ts). */
declare module 'hall:wasm' {
  const address: string;
  export default address;
}
