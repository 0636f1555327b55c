/* Chance in tests: the same in every run of a test, whatever runs beside it. CHANCE=WORD makes other choices. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';

const WORD = process.env.CHANCE ?? '';
const tests = new AsyncLocalStorage();

/** Runs a test with chances of its own. */
export const withChance = (name, work) => tests.run({ name: `${WORD} ${name}`, count: 0 }, work);

const hash = (text) => createHash('sha256').update(text).digest();

/** A number from 0 to 1, without 1. */
export function chance() {
  const test = tests.getStore() ?? { name: WORD, count: 0 };
  return hash(`${test.name} ${test.count++}`).readUInt32LE() / 2 ** 32;
}

/** One of a list. */
export const any = (list) => list[Math.floor(chance() * list.length)];

/** The seed of a match: the next one of this test. */
export const seed = () => `${Math.floor(chance() * 2 ** 32)}`;
