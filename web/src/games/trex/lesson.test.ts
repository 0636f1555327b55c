/* What the lesson says fits what lies on its table. */
import { expect, it } from 'vitest';
import lesson from '../../../../data/lessons/trex.json';

it.each(['en', 'fr'] as const)('no scene calls a card one’s own that lies nowhere (%s)', (language) => {
  const present = { en: /your card is /i, fr: /votre carte est /i };
  const scenes = lesson.scenes.filter(({ position }) => position.plays.length === 0);
  for (const { asks } of scenes) expect(asks[language]).not.toMatch(present[language]);
});
