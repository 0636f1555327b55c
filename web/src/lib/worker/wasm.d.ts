/* The addresses of the compiled hall and of the texts that it sends; '' if the page was built without them
 * (vite.config.ts). */
declare module 'hall:wasm' {
  const address: string;
  export default address;
}
declare module 'hall:texts' {
  const address: string;
  export default address;
}
