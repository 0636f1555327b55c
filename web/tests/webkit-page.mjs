/* A page in WebKit, with those methods of Playwright's Page that the main paths use. Selectors are plain
 * CSS. What the browser writes to its console cannot be had from the driver: each script that is run in
 * the page first sees to it that errors are kept there, and brings along those kept since the last one. */
import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';

const POLL_MS = 25;
const KEYS = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
};

/* In the page; `%s` is the function to run. */
const SCRIPT = `
  const [given] = arguments;
  const words = (value) => String(value?.stack ? value + ' ' + value.stack : value);
  if (!window.keptErrors) {
    const kept = (window.keptErrors = []);
    /* Not an error, and no other engine's driver reports it: an observer is called in the next frame. */
    const isNone = (message) => message.startsWith('ResizeObserver loop');
    addEventListener('error', ({ error, message }) => isNone(message) || kept.push({ kind: 'pageerror', text: words(error ?? message) }));
    addEventListener('unhandledrejection', ({ reason }) => kept.push({ kind: 'pageerror', text: words(reason) }));
    addEventListener('securitypolicyviolation', (event) => kept.push({ kind: 'console', text: event.violatedDirective + ' ' + event.blockedURI }));
    const { error } = console;
    console.error = (...values) => {
      kept.push({ kind: 'console', text: values.map(words).join(' ') });
      error.apply(console, values);
    };
  }
  const end = (answer) => ({ ...answer, errors: window.keptErrors.splice(0), url: location.href });
  return Promise.resolve(given).then(%s).then((value) => end({ value }), (error) => end({ thrown: words(error) }));
`;

/* In the page: where to press the first element that a selector finds, or why that cannot be done yet. */
async function spotOf(selector) {
  const element = document.querySelector(selector);
  if (!element) return { why: 'not there' };
  if (!element.checkVisibility({ visibilityProperty: true })) return { why: 'hidden' };
  if (element.matches(':disabled')) return { why: 'disabled' };
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const before = element.getBoundingClientRect();
  await frame();
  await frame();
  const { left, top, width, height } = element.getBoundingClientRect();
  if (left !== before.left || top !== before.top) return { why: 'moving' };
  const spot = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  const hit = document.elementFromPoint(spot.x, spot.y);
  const reached = hit && (element.contains(hit) || hit.contains(element) || hit.closest('label')?.control === element);
  return reached ? spot : { why: `behind ${hit?.outerHTML.slice(0, 80)}` };
}

/* In the page: whether an element that a selector finds is in this state. */
function isIn({ selector, state }) {
  const found = [...document.querySelectorAll(selector)];
  if (state === 'attached') return found.length > 0;
  if (state === 'detached') return found.length === 0;
  const seen = found.some((one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0);
  return state === 'hidden' ? !seen : seen;
}

export class WebKitPage extends EventEmitter {
  #context;
  #url = 'about:blank';
  #patience = 15_000;
  #mouseAt = { x: 0, y: 0 };

  constructor(context) {
    super();
    this.#context = context;
    this.keyboard = { press: (key) => this.#pressKey(key), type: (text) => this.#type(text) };
    this.mouse = {
      move: (x, y, { steps = 1 } = {}) => this.#moveMouse(x, y, steps),
      down: () => this.#useMouse([{ type: 'pointerDown', button: 0 }]),
      up: () => this.#useMouse([{ type: 'pointerUp', button: 0 }]),
    };
  }

  #ask(method, path, body) {
    return this.#context.ask(method, `${this.#context.session}${path}`, body);
  }

  context() {
    return this.#context;
  }

  setDefaultTimeout(patience) {
    this.#patience = patience;
  }

  /** As of the last command. */
  url() {
    return this.#url;
  }

  async addInitScript(work, given) {
    await this.#context.addInitScript(work, given);
  }

  async goto(path) {
    const to = new URL(path, this.#context.options.baseURL);
    await this.#ask('POST', '/url', { url: new URL('/healthz', to).href });
    for (const { work, given } of this.#context.initScripts) await this.evaluate(work, given);
    await this.#ask('POST', '/url', { url: to.href });
    await this.evaluate(() => undefined);
  }

  async reload() {
    await this.#ask('POST', '/refresh', {});
    await this.evaluate(() => undefined);
  }

  async evaluate(work, given = null) {
    const script = SCRIPT.replace('%s', () => `(${work})`);
    const { value, thrown, errors, url } = await this.#ask('POST', '/execute/sync', { script, args: [given] });
    this.#url = url;
    for (const { kind, text } of errors)
      if (kind === 'pageerror') this.emit('pageerror', text);
      else this.emit('console', { type: () => 'error', text: () => text });
    if (thrown !== undefined) throw new Error(thrown);
    return value;
  }

  /* Looks again and again; a page that is being left cannot be asked. */
  async #until(look, what, timeout = this.#patience) {
    let last = '';
    for (const until = Date.now() + timeout; Date.now() < until; await this.waitForTimeout(POLL_MS)) {
      try {
        const found = await look();
        if (found && !found.why) return found;
        last = found?.why ?? '';
      } catch (error) {
        if (!error.code) throw error;
        last = error.message;
      }
    }
    throw new Error(`${what}: not within ${timeout} ms ${last && `(${last})`}`);
  }

  waitForTimeout(most) {
    return new Promise((resolve) => setTimeout(resolve, most));
  }

  waitForFunction(work, given, { timeout } = {}) {
    return this.#until(() => this.evaluate(work, given), String(work), timeout);
  }

  async waitForSelector(selector, { state = 'visible', timeout } = {}) {
    await this.#until(() => this.evaluate(isIn, { selector, state }), `${selector}, ${state}`, timeout);
  }

  $(selector) {
    return this.evaluate((wanted) => (document.querySelector(wanted) ? true : null), selector);
  }

  async $eval(selector, work, given = null) {
    await this.waitForSelector(selector, { state: 'attached' });
    return this.evaluate(`([wanted, given]) => (${work})(document.querySelector(wanted), given)`, [selector, given]);
  }

  $$eval(selector, work, given = null) {
    return this.evaluate(`([wanted, given]) => (${work})([...document.querySelectorAll(wanted)], given)`, [selector, given]);
  }

  locator(selector) {
    return {
      count: () => this.$$eval(selector, (found) => found.length),
      allTextContents: () => this.$$eval(selector, (found) => found.map((one) => one.textContent)),
      boundingBox: () =>
        this.$eval(selector, (one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return { x, y, width, height };
        }),
      scrollIntoViewIfNeeded: () => this.$eval(selector, (one) => one.scrollIntoView({ block: 'nearest', behavior: 'instant' })),
    };
  }

  textContent(selector) {
    return this.$eval(selector, (one) => one.textContent);
  }

  getAttribute(selector, name) {
    return this.$eval(selector, (one, wanted) => one.getAttribute(wanted), name);
  }

  #spot(selector) {
    return this.#until(() => this.evaluate(spotOf, selector), `pressing ${selector}`);
  }

  #useMouse(actions) {
    return this.#ask('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }] });
  }

  async #moveMouse(x, y, steps) {
    const from = this.#mouseAt;
    for (let step = 1; step <= steps; step++) {
      const part = (a, b) => Math.round(a + ((b - a) * step) / steps);
      await this.#useMouse([{ type: 'pointerMove', duration: 0, origin: 'viewport', x: part(from.x, x), y: part(from.y, y) }]);
    }
    this.#mouseAt = { x, y };
  }

  async click(selector) {
    const { x, y } = await this.#spot(selector);
    await this.mouse.move(x, y);
    await this.#useMouse([
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]);
  }

  #pressKey(key) {
    const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: KEYS[key] ?? key }));
    return this.#ask('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  async #type(text) {
    for (const letter of text) await this.#pressKey(letter);
  }

  async press(selector, key) {
    await this.waitForSelector(selector);
    await this.$eval(selector, (one) => one.focus());
    await this.#pressKey(key);
  }

  /** Puts the text there, and types its last letter: the driver chokes on many keys at once. */
  async fill(selector, text) {
    const letters = [...text];
    const last = letters.pop();
    await this.click(selector);
    await this.$eval(
      selector,
      (one, value) => {
        one.value = value;
        one.dispatchEvent(new Event('input', { bubbles: true }));
      },
      letters.join(''),
    );
    if (last) await this.#pressKey(last);
  }

  async selectOption(selector, value) {
    await this.#spot(selector);
    await this.evaluate(
      ({ selector, value }) => {
        const list = document.querySelector(selector);
        list.value = value;
        if (list.value !== value) throw new Error(`${selector} has no ${value}`);
        for (const kind of ['input', 'change']) list.dispatchEvent(new Event(kind, { bubbles: true }));
      },
      { selector, value },
    );
  }

  async check(selector) {
    if (!(await this.$eval(selector, (one) => one.checked))) await this.click(selector);
  }

  async screenshot({ path }) {
    writeFileSync(path, await this.#ask('GET', '/screenshot'), 'base64');
  }
}
