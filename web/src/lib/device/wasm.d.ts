/* The addresses of the compiled hall, of the texts that it sends, and of the files of data/minds; '' if the page was built without them
 * (vite.config.ts). */
declare module 'hall:wasm' {
  const address: string;
  export default address;
}
declare module 'hall:texts' {
  const address: string;
  export default address;
}
declare module 'hall:minds' {
  const addresses: string[];
  export default addresses;
}
