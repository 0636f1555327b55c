/* What a page and its worker say to each other. A line is one connection to the hall. */

export type ToHall = { line: number } & ({ dial: true } | { text: string } | { hangUp: true });
export type FromHall = { line: number } & ({ open: true } | { text: string } | { closed: true } | { unkept: true });
/* The worker has ended, and a new one is needed. */
export type Ended = { ended: true };
