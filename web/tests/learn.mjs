/* Lessons, as somebody takes them who has never seen the game: the start page offers one, every scene is played on the
 * game's own table, and the first match keeps a reminder in view. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { person } from './harness.mjs';

const FOLDER = fileURLToPath(new URL('../../data/lessons', import.meta.url));
const lessonOf = (game) => JSON.parse(readFileSync(join(FOLDER, `${game}.json`), 'utf8'));

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

/** Asks for the solution, which is offered after two wrong moves, and follows it. */
async function follow(page, scene, language) {
  await page.click('.steps .show');
  await page.click('.steps .follow');
  await said(page, scene.praise[language]);
}

/** Plays a lesson to its end and begins the first match. `make` makes a move with the game's own controls. The first
 * scene is answered wrongly twice. */
export async function playLesson({ browser, server }, game, language, screen, make, wrong) {
  const lesson = lessonOf(game);
  const page = await beginner(browser, server, game, { language, ...screen });
  for (const [number, scene] of lesson.scenes.entries()) {
    await said(page, scene.asks[language]);
    assert.equal(await page.textContent('.teacher h1'), scene.title[language]);
    assert.equal(await page.locator('.dots [aria-current]').count(), 1);
    if (number === 0) {
      for (let tries = 0; tries < 2; tries++) {
        await make(page, wrong);
        await said(page, scene.wrong[0].answer[language]);
        if (tries === 0) await page.click('.steps .again');
      }
      await follow(page, scene, language);
    } else {
      await make(page, scene.show);
      await said(page, scene.praise[language]);
    }
    await page.click('.steps .next.main');
  }
  await page.click('.done .button.main');
  await page.waitForSelector('.coach .advice strong');
  const { goal } = lesson;
  assert.ok((await page.textContent('.coach')).includes(goal[language]));
  await page.click('.coach .close');
  await page.waitForSelector('.coach', { state: 'detached' });
  assert.deepEqual(page.troubles, []);
  return page;
}
