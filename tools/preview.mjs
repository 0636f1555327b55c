/* Makes web/public/preview.png, the picture that goes with an invitation: the start page's drawing and
 * the name, 1200 × 630. By hand, when the drawing changes: node tools/preview.mjs */
import { fileURLToPath } from 'node:url';
import { openBrowser } from '../web/tests/browsers.mjs';
import { freePort, Server } from '../web/tests/harness.mjs';

const browser = await openBrowser();
const server = await new Server(await freePort()).start();
try {
  const context = await browser.newContext({ baseURL: server.address, viewport: { width: 1200, height: 630 }, bypassCSP: true, colorScheme: 'light' });
  const page = await context.newPage();
  for (let visit = 0; visit < 2; visit++) await page.goto('/').then(() => page.waitForSelector('.games button:enabled')); /* with its fonts */
  await page.addStyleTag({
    content: `
      header nav, .sky, main > .page { display: none !important; }
      body, #app { height: 630px; overflow: hidden; }
      header { border: 0 !important; justify-content: center !important; padding: 70px 0 0 !important; }
      .home .logo { font-size: 112px !important; }
      .home .logo .word { display: inline !important; font-size: 1em !important; }
      main, .hero { flex: 1; display: flex; flex-direction: column; justify-content: flex-end; padding: 0 !important; }
      .hero svg { height: 380px !important; }`,
  });
  await page.screenshot({ path: fileURLToPath(new URL('../web/public/preview.png', import.meta.url)) });
} finally {
  await browser.close();
  await server.stop();
}
