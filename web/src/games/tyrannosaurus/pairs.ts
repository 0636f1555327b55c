/* With two players the option `pair` says which two dinosaurs play (Y2). */
const PAIRS: Record<string, string[]> = { land: ['stegosaurus', 'triceratops'], refuge: ['pteranodon', 'diplodocus'] };

/** Whether these dinosaurs, one a seat, go with the options. */
export function pairFits(order: string[], { pair }: Record<string, unknown>): boolean {
  return order.length > 2 || order.every((dino) => PAIRS[String(pair)]?.includes(dino));
}
