/* The rulebook that lies over the screen, opened at a rule from wherever one is mentioned. */

class Opened {
  game = $state<string | null>(null);
  rule = $state<string | null>(null);

  open(game: string, rule: string | null = null): void {
    this.game = game;
    this.rule = rule;
  }

  /** Opens the book that has this rule. */
  async openAt(rule: string): Promise<void> {
    const { gameOfRule } = await import('./rules'); /* the start page goes without */
    const game = await gameOfRule(rule);
    if (game) this.open(game, rule);
  }

  close = (): void => {
    this.game = this.rule = null;
  };
}

export const rulebookLayer = new Opened();
