/* Lessons, as somebody takes them who has never seen the game: the start page offers one, every scene is played on the
 * game's own table, and the first match keeps a reminder in view. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { person } from './harness.mjs';

const FOLDER = fileURLToPath(new URL('../../data/lessons', import.meta.url));
export const lessonOf = (game) => JSON.parse(readFileSync(join(FOLDER, `${game}.json`), 'utf8'));

/** Waits until the task, or the answer to a move, contains this text. */
const said = (page, text) => page.waitForFunction((part) => document.querySelector('.task .words')?.textContent.includes(part), text);

/** Somebody new, at the first scene of a lesson that the start page offered. */
async function beginner(browser, server, game, screen) {
  const page = await person(browser, server, { isNew: true, ...screen });
  await page.goto('/');
  await page.click(`.game.${game} a.learn`);
  await page.waitForSelector('.lesson .board *');
  return page;
}

/** Performs until that is praised: holding the space bar goes through every strength, and so does letting go. */
async function perform(page) {
  const isPraised = () =>
    page.waitForSelector('.task.right', { timeout: 4000 }).then(
      () => true,
      () => false,
    );
  await page.focus('.pad');
  for (let tries = 0; tries < 60; tries++) {
    await page.keyboard[tries % 2 ? 'up' : 'down'](' ');
    if (await isPraised()) break;
  }
  await page.keyboard.up(' ');
}

/** Makes a wrong move twice, then asks for the solution, which is offered by then, and follows it. */
async function giveUp(page, scene, language, { make, wrong, off }) {
  for (let tries = 0; tries < 2; tries++) {
    if (tries > 0) await page.click('.steps .again');
    await make(page, wrong);
    await said(page, scene.wrong[0].answer[language]);
    if (off) assert.equal(await page.$(`${off}:enabled`), null);
  }
  await page.click('.steps .show');
  await page.click('.steps .follow');
}

/** Plays a lesson to its end and begins the first match. `make` makes a move with the game's own controls; it returns
 * false if the test cannot. `wrong` is answered by the first answer of the first scene that asks for a move; then the
 * controls `off` are disabled. */
export async function playLesson({ browser, server }, { game, language, screen = { size: 'phone' }, make, wrong, off }) {
  const lesson = lessonOf(game);
  const page = await beginner(browser, server, game, { language, ...screen });
  const firstToFind = lesson.scenes.find(({ performs }) => !performs);
  for (const scene of lesson.scenes) {
    await said(page, scene.asks[language]);
    assert.equal(await page.textContent('.teacher h1'), scene.title[language]);
    if (scene.performs) await perform(page);
    else if (scene === firstToFind || (await make(page, scene.show)) === false) await giveUp(page, scene, language, { make, wrong, off });
    await said(page, scene.praise[language]);
    await page.click('.steps .next');
  }
  await page.click('.done a');
  await page.waitForURL(`**/rules/${game}`);
  await page.goBack();
  await page.click('.done .button.main');
  await page.waitForSelector('.coach');
  assert.ok((await page.textContent('.coach')).includes(lesson.goal[language]));
  return page;
}

/** How high the coach's place is with advice and without. */
const coachHeights = (page) =>
  page.$eval('.coach', (coach) => {
    const advice = coach.querySelector('.advice');
    const words = [...advice.childNodes];
    const advised = coach.offsetHeight;
    advice.replaceChildren();
    const silent = coach.offsetHeight;
    advice.append(...words);
    return { advised, silent };
  });

/* In real time the coach looks every few seconds, and speaks when two looks in a row agree: chance decides when. */
const COACH_MOST_MS = 400_000;

/** After the lesson the coach proposes a move, which moves nothing below if it is `steady`; the reminder can be put away. Back leads
 * to the start page, not into the lesson. */
export async function meetCoach(page, { steady = false } = {}) {
  await page.waitForSelector('.coach .advice strong', { timeout: COACH_MOST_MS });
  if (steady) {
    const { advised, silent } = await coachHeights(page);
    assert.equal(advised, silent);
  }
  await page.click('.coach .close');
  await page.waitForSelector('.coach', { state: 'detached' });
  await page.goBack();
  await page.waitForSelector('.games');
  assert.deepEqual(page.troubles, []);
}
