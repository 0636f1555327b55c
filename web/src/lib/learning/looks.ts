/** Looks at something that keeps changing. Impressions change too: only what two looks in a row are for is said, and then
 * it stands until two looks in a row are for something else. */
export class Looks {
  private latest: string | undefined;

  /** Whether this move is to be said now. `advice` is what stands; undefined: nothing. */
  look(move: string, advice: string | undefined): boolean {
    const isSure = move === this.latest;
    this.latest = move;
    return isSure && move !== advice;
  }

  forget(): void {
    this.latest = undefined;
  }
}
