import { expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { axisOf, changeWords, gamesPlayed, pointsWords, shareWords, study } from './study';
import { speak } from '../words/language.svelte';

const report = readFileSync(new URL('../../../../docs/study/README.md', import.meta.url), 'utf8');

test('the figures are those of the report', () => {
  expect(report).toContain(`\`${study.signature}\``);
  expect(report).toContain(`--seed '${study.seed}' --games ${study.games}`);
  expect(gamesPlayed()).toBe(study.studies.reduce((sum, { games, settings }) => sum + games * settings.length, 0));
});

test('shares of the wins of a setting add up, and a verdict follows from its interval', () => {
  for (const { settings, findings } of study.studies)
    settings.forEach(({ base, seats }, setting) => {
      const of = findings.filter((finding) => finding.setting === setting);
      const bySeat = of.filter(({ seat }) => seat !== undefined);
      const total = bySeat.reduce((sum, { value }) => sum + value, 0);
      // Where all win or lose together, there is one comparison or none.
      if (bySeat.length > 1) expect(bySeat).toHaveLength(seats);
      if (bySeat.length > 1) expect(total).toBeCloseTo(base === setting ? 1 : 0, 2);
      for (const { ci, even, verdict } of of) {
        expect(ci[0]).toBeLessThanOrEqual(ci[1]);
        if (verdict === 'clear') expect(ci[0] > even || ci[1] < even).toBe(true);
      }
    });
});

test('words and axes', () => {
  speak('en');
  expect(shareWords({ value: 0.254, ci: [0.2, 0.31] })).toEqual(['25%', '20% to 31%']);
  expect(pointsWords({ value: -0.0245, ci: [-0.05, 0] })).toEqual(['−2.5', '−5 to 0']);
  speak('fr');
  expect(changeWords({ value: 1.25, ci: [0.5, 2] })).toEqual(['+1,3', 'de +0,5 à +2']);
  expect(axisOf([{ ci: [0.23, 0.41], even: 0.25 }])).toEqual([0, 0.5]);
  expect(axisOf([{ ci: [-0.07, 0.9] }])).toEqual([-0.2, 1]);
});
