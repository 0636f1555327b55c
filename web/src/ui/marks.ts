/* Small signs as pictures (512 × 512, for Icon). As characters they would be in no typeface of the page:
 * the browser would look for another one, which takes a slow phone a tenth of a second. */
const SPIKES = 5;
const point = (index: number): string => {
  const angle = (index * Math.PI) / SPIKES;
  const radius = index % 2 === 0 ? 236 : 100;
  return `${Math.round(256 + radius * Math.sin(angle))} ${Math.round(272 - radius * Math.cos(angle))}`;
};

export const star = `M${Array.from({ length: 2 * SPIKES }, (_, index) => point(index)).join('L')}Z`;
export const check = 'M196 432 44 280l52-52 100 100L416 108l52 52Z';
export const cross = 'm104 64 152 152L408 64l40 40-152 152 152 152-40 40-152-152-152 152-40-40 152-152L64 104Z';
export const pointer = 'M144 56v400l280-200Z';
export const arrow = 'M272 104v112H48v80h224v112l192-152Z';
export const flag = 'M96 32h56v32h288l-72 104 72 104H152v208H96Z';
export const ring = 'M256 48a208 208 0 1 0 0 416 208 208 0 1 0 0-416Zm0 64a144 144 0 1 1 0 288 144 144 0 1 1 0-288Z';
