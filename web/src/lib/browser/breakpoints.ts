/* The sizes of screens that the page knows, by name: `@media (--phone)` in styles (vite/named-media.ts), `matchMedia(SCREENS.phone)`
 * in scripts. What depends on the width of a part rather than of the screen asks its container. */
export const SCREENS = {
  /* widths */
  tiniest: '(max-width: 359px)',
  tiny: '(max-width: 379px)',
  slight: '(max-width: 420px)',
  slim: '(max-width: 480px)',
  terse: '(max-width: 30rem)' /* little room for words, also where letters are large */,
  phone: '(max-width: 599px)',
  narrow: '(max-width: 639px)',
  medium: '(max-width: 767px)',
  stacked: '(max-width: 1079px)' /* what is beside a table comes below it, or over it */,
  columns: '(min-width: 700px)',
  beside: '(min-width: 1080px)',
  /* heights */
  low: '(max-height: 480px)',
  high: '(min-height: 690px)',
  /* both */
  sideways: '((min-width: 600px) and (max-height: 480px))' /* a phone on its side */,
  handheld: '((max-width: 599px) or (max-height: 480px))' /* a phone, upright or on its side */,
  short: '((max-width: 599px) and (max-height: 720px))' /* an upright phone with little height */,
  small: '(((max-width: 599px) and (max-height: 720px)) or ((min-width: 600px) and (max-height: 480px)))' /* short, or sideways */,
  modest: '(((max-width: 599px) and (max-height: 760px)) or ((min-width: 600px) and (max-height: 480px)))' /* small, or nearly */,
  laptop: '((min-width: 800px) and (max-height: 900px))',
  desk: '((min-width: 960px) and (min-height: 481px))',
  large: '((min-width: 1800px) and (min-height: 900px))',
  huge: '((min-width: 2400px) and (min-height: 1200px))',
  /* how one points at things */
  mouse: '(hover: hover)',
  touch: '(hover: none)',
  finger: '(pointer: coarse)',
};
