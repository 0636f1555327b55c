/* The browsers of the tests. `shell` is Chromium without windows, which takes half of the time. Chromium and Firefox are driven by Playwright (Firefox
 * through WebDriver BiDi); WebKit by webkit.mjs, which has the part of its interface that is needed there. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, firefox } from 'playwright-core';
import { openWebKit } from './webkit.mjs';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const SHELL = process.env.CHROMIUM_SHELL ?? '/usr/bin/chromium-headless-shell';
const FIREFOX = process.env.FIREFOX ?? '/usr/bin/firefox-esr';

const LAUNCH_MOST_MS = 180_000;

function launch(type, executablePath, options) {
  if (!existsSync(executablePath)) throw new Error(`${executablePath} is not there`);
  return type.launch({ executablePath, timeout: LAUNCH_MOST_MS, ...options });
}

const launchChromium = (path) =>
  launch(chromium, path, {
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-dev-shm-usage',
      '--disable-features=Translate,MediaRouter',
    ],
  });

const ENGINES = {
  shell: () => launchChromium(SHELL),
  chromium: () => launchChromium(CHROMIUM),
  firefox: () =>
    launch(firefox, FIREFOX, {
      channel: 'moz-firefox',
      /* Playwright cannot ask for less motion here. Scroll bars lie over the page, as they do unless it is headless. */
      firefoxUserPrefs: { 'ui.prefersReducedMotion': 1, 'ui.useOverlayScrollbars': 1 },
    }),
  webkit: openWebKit,
};

/** Why Chromium cannot run on this machine, or null. */
export function whyNoChromium() {
  for (const path of [SHELL, CHROMIUM]) {
    if (!existsSync(path)) return `${path} is not there`;
    const { status, stderr, error } = spawnSync(path, ['--version'], { encoding: 'utf8' });
    if (status !== 0) return `${path} does not run: ${(error?.message ?? stderr).trim().split('\n').pop()}`;
  }
  return null;
}

export const openBrowser = (engine = 'chromium') => ENGINES[engine]();
