/* Who is first, second, and so on at the end of a match. */

/** The seats from the first place to the last: the winners, then by score; equal ones by what decides
 * between equals, of which the highest is always best. */
export function placed(
  { scores, winners }: { scores: number[]; winners: number[] },
  best: 'highest' | 'lowest',
  between: number[] = [],
): number[] {
  const won = (seat: number): number => Number(winners.includes(seat));
  const points = (seat: number): number => scores[seat]! * (best === 'lowest' ? -1 : 1);
  return scores
    .map((_, seat) => seat)
    .sort((a, b) => won(b) - won(a) || points(b) - points(a) || (between[b] ?? 0) - (between[a] ?? 0) || a - b);
}
