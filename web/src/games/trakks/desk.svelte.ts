/* One's turn in the making: what lies on the table while one tries things out, what one holds, and
 * how to get back. Nothing here leaves the page until the placing is sent. */
import { boxOf, identify, identifyRack, settle, type Piece, type Placed } from './layout';
import {
  groupAt,
  groupsOf,
  indexed,
  isAction,
  linesAt,
  parseGroups,
  parsePlace,
  sorted,
  squareKey,
  type Sorting,
  type Square,
} from './logic';
import type { TrakksView } from './view';

/** Tiles in the hand: each with its place relative to the one that is held. */
export interface Part extends Square, Piece {}
export interface Held {
  anchor: number;
  parts: Part[];
}

type Table = readonly Placed[];

export class Desk {
  /** The table as the turn began. */
  base = $state.raw<Table>([]);
  table = $state.raw<Table>([]);
  /** All tiles of the player in the player's order, including those laid during this turn. */
  pieces = $state.raw<readonly Piece[]>([]);
  sorting = $state<Sorting>('colour');
  held = $state.raw<Held | null>(null);
  /** A table that a hint proposes, shown instead of the player's. */
  proposed = $state.raw<Table | null>(null);
  /** Tiles that the last placing of another player brought or moved. */
  news = $state.raw<ReadonlySet<number>>(new Set());
  /** Those of them that were not on the table before. */
  arrived = $state.raw<ReadonlySet<number>>(new Set());
  /** Tiles of the rack that have come with the player's latest move, or since. */
  fresh = $state.raw<ReadonlySet<number>>(new Set());
  /** How much wider than high the place to see the table is. */
  wide = 1.4;
  private past = $state.raw<readonly Table[]>([]);
  private future = $state.raw<readonly Table[]>([]);
  private lastPosition = '';
  /* Whose rack it is, and of which round. */
  private dealt = '';
  private lineTaken: { id: number; index: number } | null = null;

  private own = $derived(new Set(this.pieces.map((piece) => piece.id)));
  private heldIds = $derived(new Set(this.held?.parts.map((part) => part.id)));
  /** The player's own tiles that lie on the table since this turn began. */
  laid = $derived(this.table.filter((one) => this.own.has(one.id)));
  /** The places of the rack; a tile that is laid leaves its place empty until the turn ends. */
  places = $derived.by(() => {
    const gone = new Set(this.laid.map((one) => one.id));
    return sorted(this.pieces, this.sorting).map((piece) => ({ ...piece, isEmpty: gone.has(piece.id) }));
  });
  rack = $derived(this.places.filter((place) => !place.isEmpty));
  canUndo = $derived(this.past.length > 0);
  canRedo = $derived(this.future.length > 0);
  changed = $derived(this.table !== this.base);
  /** The player has taken or moved tiles in this turn. */
  isTouched = $derived(this.held !== null || this.past.length > 0);

  /** `order`: the rack as this browser remembers it. */
  constructor(order: readonly string[] = []) {
    this.pieces = identifyRack(order, []);
  }

  isOwn = (id: number): boolean => this.own.has(id);
  isHeld = (id: number): boolean => this.heldIds.has(id);

  /** Takes over what the server sent. False if it does not concern this turn, which then goes on. */
  see(view: TrakksView, you: number | null): boolean {
    const rack = you === null ? [] : (view.players[you]?.rack ?? []);
    const position = JSON.stringify([view.round, view.phase, view.turn, view.table, [...rack].sort()]);
    if (position === this.lastPosition) return false;
    const first = this.lastPosition === '';
    this.lastPosition = position;
    const groups = parseGroups(view.table);
    /* The player's own placing comes back as it was composed; a turn that the clock ended is not. */
    const [composed, begun] = [settle(groups, this.table, this.wide), settle(groups, this.base, this.wide)];
    const [laid, before] = composed.kept >= begun.kept ? [composed.laid, this.table] : [begun.laid, this.base];
    /* Tiles of the player that have gone from the rack to the table keep their ids. */
    const there = new Set(identify(laid, before).map((one) => one.id));
    const own = this.pieces.filter((piece) => !there.has(piece.id));
    this.pieces = identifyRack(rack, own);
    this.freshen(`${you} ${view.round}`, own);
    const table = identify(laid, before, first ? [] : own.filter((piece) => !this.pieces.includes(piece)));
    const old = indexed(before);
    const lay = new Set(before.map((one) => one.id));
    this.news = new Set(first ? [] : table.filter((one) => old.get(squareKey(one))?.id !== one.id).map((one) => one.id));
    this.arrived = new Set([...this.news].filter((id) => !lay.has(id)));
    this.base = this.table = table;
    this.past = this.future = [];
    this.held = this.proposed = null;
    return true;
  }

  /* A rack that was just dealt, or that this page has not seen before, has nothing new. */
  private freshen(dealt: string, before: readonly Piece[]): void {
    const come = this.pieces.filter((piece) => !before.includes(piece)).map(({ id }) => id);
    if (dealt !== this.dealt) this.fresh = new Set();
    else if (come.length > 0) this.fresh = new Set([...this.fresh, ...come]);
    this.dealt = dealt;
  }

  /** The player acts: what has come before is no longer new. */
  act(): void {
    if (this.fresh.size > 0) this.fresh = new Set();
  }

  private change(table: Table): void {
    this.act();
    this.lineTaken = null;
    this.past = [...this.past, this.table];
    this.future = [];
    this.table = table;
    this.held = null;
  }

  undo(): void {
    const last = this.past.at(-1);
    if (!last) return;
    this.future = [this.table, ...this.future];
    this.past = this.past.slice(0, -1);
    this.table = last;
    this.held = null;
  }

  redo(): void {
    const [next, ...later] = this.future;
    if (!next) return;
    this.past = [...this.past, this.table];
    this.future = later;
    this.table = next;
    this.held = null;
  }

  /** Everything as it was when the turn began; this can be undone as well. */
  restart(): void {
    if (this.changed) this.change(this.base);
    this.held = null;
  }

  at(square: Square): Placed | undefined {
    return this.table.find((one) => one.x === square.x && one.y === square.y);
  }

  private hold(anchor: Placed, tiles: readonly Placed[]): void {
    this.held = {
      anchor: anchor.id,
      parts: tiles.map(({ id, tile, x, y }) => ({ id, tile, x: x - anchor.x, y: y - anchor.y })),
    };
  }

  /** Takes one tile in the hand, from the rack or from the table. */
  lift(id: number): void {
    const lying = this.table.find((one) => one.id === id);
    const piece = this.pieces.find((one) => one.id === id);
    if (lying) this.hold(lying, [lying]);
    else if (piece) this.held = { anchor: id, parts: [{ ...piece, x: 0, y: 0 }] };
  }

  /** Takes the line through a tile; asked again, the one that crosses it. */
  liftLine(id: number): void {
    const lying = this.table.find((one) => one.id === id);
    if (!lying) return;
    const lines = linesAt(this.table, lying);
    const index = this.lineTaken?.id === id ? (this.lineTaken.index + 1) % lines.length : 0;
    this.lineTaken = { id, index };
    this.hold(lying, lines[index] ?? [lying]);
  }

  liftGroup(id: number): void {
    const lying = this.table.find((one) => one.id === id);
    if (lying) this.hold(lying, groupAt(this.table, lying));
  }

  release(): void {
    this.held = null;
  }

  /** The squares that the held tiles would come to lie on. */
  squaresFor(target: Square, held = this.held): Placed[] {
    return (held?.parts ?? []).map((part) => ({ ...part, x: part.x + target.x, y: part.y + target.y }));
  }

  fits(target: Square, held = this.held): boolean {
    if (!held || held.parts.some((part) => isAction(part.tile))) return false;
    const ids = new Set(held.parts.map((part) => part.id));
    const others = indexed(this.table.filter((one) => !ids.has(one.id)));
    return this.squaresFor(target, held).every((square) => !others.has(squareKey(square)));
  }

  /** The table after the held tiles have been put there. */
  after(target: Square): Table {
    return [...this.table.filter((one) => !this.isHeld(one.id)), ...this.squaresFor(target)];
  }

  /** Puts down the held tiles. False if there is no room. */
  put(target: Square): boolean {
    if (!this.fits(target)) return false;
    const squares = this.squaresFor(target);
    const same = squares.every((square) => this.at(square)?.id === square.id);
    if (same) this.held = null;
    else this.change(this.after(target));
    return true;
  }

  /** Turns the held tiles by a quarter, about any of them that has room. */
  turn(): boolean {
    const held = this.held;
    const lying = this.table.filter((one) => this.isHeld(one.id));
    if (!held || lying.length < 2) return false;
    const pivots = [...lying].sort((a, b) => Number(b.id === held.anchor) - Number(a.id === held.anchor));
    for (const pivot of pivots) {
      const parts = lying.map(({ id, tile, x, y }) => ({ id, tile, x: pivot.y - y, y: x - pivot.x }));
      const turned = { anchor: pivot.id, parts };
      if (!this.fits(pivot, turned)) continue;
      this.change([...this.table.filter((one) => !parts.some((part) => part.id === one.id)), ...this.squaresFor(pivot, turned)]);
      this.held = turned;
      return true;
    }
    return false;
  }

  /** The held tiles that came from the rack in this turn go back there. */
  putBack(): boolean {
    const back = new Set(this.laid.filter((one) => this.isHeld(one.id)).map((one) => one.id));
    if (back.size > 0) this.change(this.table.filter((one) => !back.has(one.id)));
    this.held = null;
    return back.size > 0;
  }

  /** Moves a tile before another one in the rack (null: to the end), which switches to the player's own order. */
  order(id: number, before: number | null): void {
    const piece = this.pieces.find((one) => one.id === id);
    if (!piece || id === before) return;
    const others = sorted(this.pieces, this.sorting).filter((one) => one.id !== id);
    const at = others.findIndex((one) => one.id === before);
    others.splice(at < 0 ? others.length : at, 0, piece);
    this.sorting = 'own';
    this.pieces = others;
  }

  /** Shows what a `place` move would make of the table. */
  propose(move: string | null): void {
    const groups = move ? parsePlace(move) : null;
    this.proposed = groups ? identify(settle(groups, this.base, this.wide).laid, this.base, this.pieces) : null;
  }

  /** The tiles that the proposal lays or moves. */
  proposedNews = $derived.by(() => {
    const old = indexed(this.base);
    return new Set((this.proposed ?? []).filter((one) => old.get(squareKey(one))?.id !== one.id).map((one) => one.id));
  });

  /** Makes the proposal the player's own, as a step that can be undone. */
  adopt(): void {
    if (this.proposed) this.change(this.proposed);
    this.proposed = null;
  }

  /** Moves the groups together, unless the player is in the middle of something. */
  tidy(): void {
    if (!this.changed && !this.proposed) this.base = this.table = settle(groupsOf(this.base), [], this.wide).laid;
  }

  /** Where to begin with the keyboard: the first tile, or a free place. */
  home(): Square {
    const box = boxOf(this.table);
    const top = this.table.filter((one) => one.y === box?.top).sort((a, b) => a.x - b.x)[0];
    return top ? { x: top.x, y: top.y } : { x: 0, y: 0 };
  }
}
