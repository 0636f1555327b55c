/* Where the page comes from: a Ludosaure server, or a plain web host with the files of `ludosaure export-web`,
 * possibly in a subfolder. */

/** Whether the page comes from a server. vite/offline.ts marks the page for plain hosts. */
export const isServed = document.documentElement.dataset.host !== 'files';

/** The folder of the page's files, with a slash at the end. */
export const folder = isServed ? '/' : new URL('.', location.href).pathname;
