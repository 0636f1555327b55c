/* WebKit, Safari's engine: Debian's WebKitWebDriver and MiniBrowser, behind the part of Playwright's
 * interface that the main paths use. A driver has one browser, and a browser one profile and one look
 * (size, language, light or dark): every context has a screen, a driver and a browser of its own. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './harness.mjs';
import { Program } from './program.mjs';
import { WebKitPage } from './webkit-page.mjs';

const DRIVER = '/usr/bin/WebKitWebDriver';
const LIBRARIES = '/usr/lib';
const START_MS = 20_000;
const COMMAND_MS = 60_000;

/** Debian keeps the browser of the driver where its libraries are. */
function browserPath() {
  for (const machine of readdirSync(LIBRARIES).filter((name) => name.includes('-linux-')))
    for (const version of ['4.1', '4.0']) {
      const path = join(LIBRARIES, machine, `webkit2gtk-${version}`, 'MiniBrowser');
      if (existsSync(path)) return path;
    }
  throw new Error('no MiniBrowser in /usr/lib (webkit2gtk-driver)');
}

/** A screen as large as the window, at a number that the X server finds itself. */
async function openScreen({ width, height }) {
  const screen = new Program('/usr/bin/Xvfb', ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp'], {
    pipes: 1,
  });
  const number = new Promise((resolve) => screen.process.stdio[3].once('data', (text) => resolve(String(text).trim())));
  screen.display = await Promise.race([number.then((found) => `:${found}`), screen.ended]);
  screen.check();
  return screen;
}

/** The folder of a browser: what GTK and WebKit look up, and all they write. */
function makeFolder({ reducedMotion }) {
  const folder = mkdtempSync(join(tmpdir(), 'ludosaure-webkit-'));
  mkdirSync(join(folder, 'gtk-3.0'));
  writeFileSync(join(folder, 'gtk-3.0/settings.ini'), `[Settings]\ngtk-enable-animations=${Number(reducedMotion !== 'reduce')}\n`);
  return folder;
}

class WebKitContext {
  #initScripts = [];
  #pages = [];
  #browser;

  constructor(browser, options) {
    this.#browser = browser;
    this.options = options;
  }

  async open() {
    const { viewport, colorScheme } = this.options;
    this.folder = makeFolder(this.options);
    this.screen = await openScreen(viewport);
    const env = {
      WEBKIT_DISABLE_COMPOSITING_MODE: '1' /* three times as fast where there is no graphics card */,
      ...process.env,
      DISPLAY: this.screen.display,
      GDK_BACKEND: 'x11',
      LC_ALL: 'C',
      NO_AT_BRIDGE: '1',
      HOME: this.folder,
      XDG_CONFIG_HOME: this.folder,
      XDG_CACHE_HOME: this.folder,
      XDG_DATA_HOME: this.folder,
      XDG_RUNTIME_DIR: this.folder,
    };
    const port = await freePort();
    this.address = `http://127.0.0.1:${port}`;
    this.driver = new Program(DRIVER, [`--port=${port}`], { env });
    await this.#answers();
    const browserOptions = {
      binary: browserPath(),
      args: ['--automation', '--full-screen', ...(colorScheme === 'dark' ? ['--dark-mode'] : [])],
    };
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } };
    const { sessionId } = await this.ask('POST', '/session', { capabilities });
    this.session = `/session/${sessionId}`;
    await this.ask('POST', `${this.session}/window/rect`, { x: 0, y: 0, ...viewport });
  }

  async #answers() {
    for (const until = Date.now() + START_MS; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 30))) {
      this.driver.check();
      if (
        await fetch(`${this.address}/status`).then(
          (answer) => answer.ok,
          () => false,
        )
      )
        return;
    }
    throw new Error('WebKitWebDriver does not answer');
  }

  /** One command of WebDriver. */
  async ask(method, path, body) {
    let answer;
    try {
      const sent = await fetch(`${this.address}${path}`, {
        method,
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(COMMAND_MS),
      });
      answer = (await sent.json()).value;
    } catch (error) {
      await Promise.race([this.driver.ended, new Promise((resolve) => setTimeout(resolve, 500))]); /* it may just be ending */
      this.driver.check();
      throw new Error(`WebKitWebDriver, ${method} ${path.split('/').pop()}: ${error.cause?.message ?? error.message}`);
    }
    if (answer?.error) throw Object.assign(new Error(`${answer.error}: ${answer.message}`), { code: answer.error });
    return answer;
  }

  /** Runs before a page is loaded, in an empty document of the same origin: it can fill its storage. */
  async addInitScript(work, given) {
    this.#initScripts.push({ work, given });
  }

  get initScripts() {
    return this.#initScripts;
  }

  async newPage() {
    const page = new WebKitPage(this);
    this.#pages.push(page);
    return page;
  }

  pages() {
    return this.#pages;
  }

  async close() {
    this.#browser.forget(this);
    if (this.session) await this.ask('DELETE', this.session).catch(() => undefined);
    await this.driver?.kill();
    await this.screen?.kill();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

class WebKitBrowser {
  #contexts = new Set();

  async newContext(options) {
    const context = new WebKitContext(this, options);
    this.#contexts.add(context);
    await context.open();
    return context;
  }

  contexts() {
    return [...this.#contexts];
  }

  forget(context) {
    this.#contexts.delete(context);
  }

  async close() {
    for (const context of this.contexts()) await context.close();
  }
}

export const openWebKit = async () => new WebKitBrowser();
