/* Everything a Trakks table needs to be played: what the server sent, the turn in the making, and
 * what one has picked out so far. The parts of the table draw this and call it. */
import { SCREENS } from '../../lib/browser/breakpoints';
import { complain } from '../../lib/words/troubles.svelte';
import { checkDraft, type Checked } from '../../lib/table/drafts.svelte';
import { both, say } from '../../lib/words/language.svelte';
import type { Playback } from '../../lib/table/playback.svelte';
import type { MySeat } from '../../lib/table/seat.svelte';
import { Camera, CELL } from './camera.svelte';
import { Desk } from './desk.svelte';
import type { Point } from './gestures';
import { boxOf, type Box, type Piece, type Placed } from './layout';
import { draftText, groupsOf, isAction, placeText, squareKey, type Square } from './logic';
import type { TrakksAids, TrakksMarks, TrakksView } from './view';

export type Armed = { kind: 'pool'; index: number; tile: string } | { kind: 'action'; id: number; tile: string };

export class Play {
  desk: Desk;
  camera = new Camera();
  /** The square that the keyboard is at. */
  cursor = $state.raw<Square>({ x: 0, y: 0 });
  /** A pool tile or an action tile that waits for a word. */
  armed = $state.raw<Armed | null>(null);
  /** The player's own tiles chosen to be handed on. */
  giving = $state.raw<readonly number[]>([]);
  /** Where the pointer carries what is held, or a tile that only changes its place in the rack;
   * `grip` is the place within the held square, 0 to 1. */
  carried = $state.raw<{ at: Point; grip: Point; piece?: Piece } | null>(null);
  /** What was just done, for screen readers, in the language that is spoken; a refusal is also shown. */
  message = $state.raw<() => string>(() => '');
  /** Why the last tap did nothing: a key of the game's texts. */
  whyNot = $state<string | null>(null);
  /** Whether the pointer carries something: unlike `carried`, it stays the same while that moves. */
  isCarrying = $derived(this.carried !== null);
  board = $state.raw<HTMLElement | null>(null);
  rackNode = $state.raw<HTMLElement | null>(null);

  private begun = false;
  private byTouch = matchMedia(SCREENS.finger).matches;

  constructor(
    public playback: Playback,
    public mySeat: MySeat | null,
    order: string[],
  ) {
    this.desk = new Desk(order);
  }

  view = $derived.by(() => this.playback.view as TrakksView | null);
  you = $derived.by(() => this.playback.you);
  me = $derived(this.you === null ? null : (this.view?.players[this.you] ?? null));
  /** Whether tiles may be laid now. */
  placing = $derived.by(() => this.mySeat?.mayMove === true && this.mySeat.open.includes('place'));
  composing = $derived.by(() => this.placing && !this.desk.proposed);
  mustGive = $derived.by(() => this.mySeat?.mayMove === true && this.view?.phase === 'arrow');
  giveCount = $derived.by(() => (this.mySeat?.legal.find((move) => move.startsWith('give '))?.split(' ').length ?? 1) - 1);
  private shown = $derived.by(() => this.desk.proposed ?? this.desk.table);
  /** What the core says about the table as it is composed; null while it cannot be asked. */
  checked = $derived.by(() => (this.placing ? this.check(this.shown) : null));
  faults = $derived.by(() =>
    (this.checked?.marks.flaws ?? []).map(({ kind, tiles }) => ({ kind, tiles: tiles.map((index) => this.shown[index]!) })),
  );
  /* Which of the faults is shown; it may have been mended. */
  private faultIndex = $state(0);
  fault = $derived.by(() => this.faults[this.faultIndex % Math.max(1, this.faults.length)] ?? null);
  /* The table that the player wanted to lay and could not. */
  private tried = $state.raw<readonly Placed[] | null>(null);
  /** One or two tiles lie where a line may begin: nothing is wrong yet, unless the player wants to lay just that. */
  isBeginning = $derived.by(
    () =>
      this.desk.laid.length <= 2 &&
      this.desk.table !== this.tried &&
      this.faults.every(({ kind, tiles }) => kind !== 'wrong' && tiles.some((one) => this.desk.isOwn(one.id))),
  );
  /** The faults that are shown. */
  marked = $derived.by(() => (this.isBeginning ? [] : this.faults));
  /** Why the server would refuse what has been laid so far. */
  refusal = $derived.by(() => (this.desk.laid.length > 0 ? (this.checked?.error ?? null) : null));
  groups = $derived.by(() => this.checked?.marks.groups ?? groupsOf(this.shown).length);
  aids = $derived.by(() => this.playback.aids as TrakksAids | null);
  limit = $derived(this.aids?.groups_limit ?? 0);
  /** Places for groups that are kept for players who have not opened. */
  unopened = $derived.by(() => this.checked?.marks.groups_reserved ?? this.aids?.groups_reserved ?? 0);
  /** Whether there are too many groups. */
  crowded = $derived.by(() => this.checked?.marks.crowded ?? false);
  /** The words of the hint: `take y6` lights up that tile. */
  hint = $derived.by(() => this.playback.hint?.split(' ') ?? []);

  private check(tiles: readonly Placed[]): Checked<TrakksMarks> | null {
    const { view, you } = this;
    if (!view || you === null || tiles.length === 0) return null;
    return checkDraft<TrakksMarks>({ game: view.game, view, seat: you, move: draftText(tiles) });
  }

  word = (tile: string): string => this.playback.words?.word(tile) ?? tile;
  private wordsOf = (tiles: string[]): string => tiles.map(this.word).join(', ');
  name = (seat: number): string => (seat === this.you ? say('trakks.you') : (this.playback.names[seat] ?? ''));
  legal = (move: string): boolean => this.mySeat?.mayAct === true && this.mySeat.legal.includes(move);

  /** Drops what was picked out for the moment before. */
  begin(): void {
    this.armed = null;
    this.whyNot = null;
    this.giving = [];
    this.carried = null;
    if (!this.begun) this.cursor = this.desk.home();
    this.begun = true;
  }

  /** `values` are put into the sentence whenever it is shown: their words change with the language. */
  tell(key: string, values = (): Record<string, string | number> => ({})): void {
    this.message = () => say(`trakks.${key}`, values());
  }

  send(move: string): void {
    this.armed = null;
    this.desk.release();
    this.mySeat?.play(move).catch(complain);
  }

  /** Lays what is composed; says why not where the core would refuse it. */
  lay(): void {
    const move = placeText(this.desk.table);
    const { refusal, fault } = this;
    if (!refusal) return this.send(move);
    this.tried = this.desk.table;
    if (fault) this.reveal(fault.tiles);
    this.tell('not_yet', () => ({ why: fault ? this.faultWords(fault) : both(refusal.text) }));
    this.mySeat?.withhold(move, refusal);
  }

  /** What is wrong with a line, and which one it is. */
  faultWords(fault: { kind: string; tiles: Placed[] }): string {
    return `${this.wordsOf(fault.tiles.map((one) => one.tile))}: ${say(`trakks.fault_${fault.kind}`)}`;
  }

  /** Shows where the fault is; if one sees that, the next fault. */
  showFault(): void {
    const box = boxOf(this.fault?.tiles ?? []);
    if (box && this.camera.sees(box)) this.faultIndex = (this.faultIndex + 1) % this.faults.length;
    if (this.fault) this.reveal(this.fault.tiles);
  }

  private reveal(tiles: Placed[]): void {
    if (this.camera.sees(boxOf(tiles)!)) return;
    this.camera.glide();
    for (const one of [...tiles].reverse()) this.camera.reveal(one);
  }

  give(): void {
    const tiles = this.giving.map((id) => this.desk.pieces.find((piece) => piece.id === id)?.tile ?? '');
    this.send(`give ${tiles.join(' ')}`);
  }

  /** Lays the tiles as the hint proposes. */
  layProposed(): void {
    this.desk.adopt();
    this.playback.hint = null;
    this.send(placeText(this.desk.table));
  }

  /** Puts the hint away. */
  decline(): void {
    this.desk.propose(null);
    this.playback.hint = null;
    this.whyNot = null;
    if (!this.camera.chosen) this.look();
  }

  /** Begins the turn again, and shows what is on the table. */
  restart(): void {
    this.desk.restart();
    this.armed = null;
    const box = boxOf(this.desk.table);
    if (!box || this.camera.sees(box)) return;
    this.camera.glide();
    this.camera.look(box, null);
  }

  /** The player is doing something with tiles, and the view must not move by itself. */
  get isBusy(): boolean {
    return this.desk.isTouched || this.armed !== null;
  }

  /** The groups that a hint makes or changes. */
  get changedGroups(): Box | null {
    const { proposed, proposedNews } = this.desk;
    return boxOf(
      groupsOf(proposed ?? [])
        .filter((group) => group.some((one) => proposedNews.has(one.id)))
        .flat(),
    );
  }

  /** Shows the whole table, as it lies. */
  showAll(): void {
    this.camera.glide();
    this.camera.showAll(boxOf(this.desk.proposed ?? this.desk.table));
  }

  /** What has come last, of others or of a hint, and is lit. */
  get news(): Box | null {
    const { proposed, proposedNews, base, news } = this.desk;
    return boxOf(proposed ? proposed.filter((one) => proposedNews.has(one.id)) : base.filter((one) => news.has(one.id)));
  }

  /** Looks where something has happened, or at all that a hint changes. */
  look(): void {
    const { proposed, table } = this.desk;
    this.camera.glide();
    if (proposed) {
      this.camera.frame(boxOf(proposed), this.changedGroups, this.news, this.changes[0] ?? null);
      this.changeAt = 0;
      this.isPartlySeen = this.unseen.length > 0;
    } else this.camera.look(boxOf(table), this.news);
  }

  /* The tiles that a hint lays, and then those that it moves, as they are read. */
  private changes = $derived.by(() => {
    const { proposed, proposedNews, isOwn } = this.desk;
    const rank = (one: Placed): number => (isOwn(one.id) ? 0 : 1);
    return (proposed ?? []).filter((one) => proposedNews.has(one.id)).sort((a, b) => rank(a) - rank(b) || a.y - b.y || a.x - b.x);
  });
  private unseen = $derived.by(() => this.changes.filter((one) => !this.camera.sees(boxOf([one])!)));
  private changeAt = 0;
  /** Not all that the hint changes could be shown at once. */
  isPartlySeen = $state(false);

  /** Looks at the next tile of a hint that is out of sight, and after the last one at the first. */
  lookOn(): void {
    const next = this.unseen.find((one) => this.changes.indexOf(one) > this.changeAt) ?? this.changes[0];
    if (!next) return;
    this.changeAt = this.changes.indexOf(next);
    this.cursor = { x: next.x, y: next.y };
    this.camera.glide();
    this.camera.look(boxOf(this.desk.proposed!), boxOf([next]));
  }

  /** Tiles are too small for a finger. */
  get isOutOfReach(): boolean {
    return this.byTouch && this.camera.isFar;
  }

  /** A tap on such a table comes closer, and does nothing else. */
  comeCloser(at: Point): boolean {
    const { camera, corner } = this;
    if (!this.isOutOfReach) return false;
    camera.comeCloser(at.x - corner.x, at.y - corner.y);
    return true;
  }

  /** A pointer carries something. */
  carry(at: Point): void {
    if (!this.carried) return;
    if (this.isOutOfReach && this.desk.held && this.over(this.board, at)) this.comeCloser(at);
    this.carried = { ...this.carried, at };
  }

  /** A tile of the rack is chosen: to lay it, to play it, or to hand it on. */
  choose(id: number): void {
    const piece = this.desk.pieces.find((one) => one.id === id);
    if (!piece) return;
    if (this.mustGive) {
      const others = this.giving.filter((other) => other !== id);
      this.giving = others.length < this.giving.length ? others : [...others, id].slice(-this.giveCount);
      const tiles = this.giving.map((one) => this.tileOf(one));
      this.tell('chosen', () => ({ count: tiles.length, tiles: this.wordsOf(tiles) }));
    } else if (isAction(piece.tile)) {
      this.armed = this.armed?.kind === 'action' && this.armed.id === id ? null : { kind: 'action', id, tile: piece.tile };
      this.desk.release();
    } else if (this.composing) {
      this.armed = null;
      if (this.desk.isHeld(id)) this.desk.release();
      else {
        this.desk.lift(id);
        this.tell('holding', () => ({ tile: this.word(piece.tile) }));
      }
    } else this.tooEarly();
  }

  /** Says why nothing can be done now. */
  tooEarly(): void {
    this.whyNot = this.placing ? 'answer_first' : 'not_your_turn';
    this.tell(this.whyNot);
  }

  private tileOf(id: number): string {
    return this.desk.pieces.find((piece) => piece.id === id)?.tile ?? '';
  }

  /** A square is chosen: what is held goes there, or what lies there is taken. */
  touch(square: Square): void {
    if (!this.composing) return this.you === null ? undefined : this.tooEarly();
    const lying = this.desk.at(square);
    if (!lying) {
      if (this.desk.held) this.put(square);
    } else if (this.desk.held?.parts.length === 1 && this.desk.isHeld(lying.id)) this.desk.release();
    else {
      this.armed = null;
      this.desk.lift(lying.id);
      this.tell('holding', () => ({ tile: this.word(lying.tile) }));
    }
  }

  put(square: Square): boolean {
    const tiles = (this.desk.held?.parts ?? []).map((part) => part.tile);
    const done = this.desk.put(square);
    const { length: count } = this.marked;
    if (done) this.tell(count > 0 ? 'put_broken' : 'put', () => ({ tiles: this.wordsOf(tiles), count }));
    else this.tell('no_room');
    return done;
  }

  takeLine(square: Square): void {
    const lying = this.desk.at(square);
    if (!this.composing || !lying) return;
    this.desk.liftLine(lying.id);
    this.tellHeld();
  }

  /** False if nothing lies there. */
  takeGroup(square: Square): boolean {
    const lying = this.desk.at(square);
    if (!this.composing || !lying) return false;
    this.desk.liftGroup(lying.id);
    this.tellHeld();
    return true;
  }

  private tellHeld(): void {
    const count = this.desk.held?.parts.length ?? 0;
    this.tell('holding_many', () => ({ count }));
  }

  turn(): void {
    if (this.desk.turn()) this.tell('turned');
    else this.tell('no_room');
  }

  putBack(): void {
    if (this.desk.putBack()) this.tell('back');
  }

  /** Where the board is, in the window. */
  private get corner(): Point {
    const box = this.board?.getBoundingClientRect();
    return { x: box?.left ?? 0, y: box?.top ?? 0 };
  }

  squareUnder(at: Point): Square {
    const corner = this.corner;
    return this.camera.squareAt(at.x - corner.x, at.y - corner.y);
  }

  /** The point within the square under the pointer, 0 to 1. */
  gripAt(at: Point): Point {
    const [corner, square, side] = [this.corner, this.squareUnder(at), CELL * this.camera.zoom];
    return {
      x: (at.x - corner.x - this.camera.x) / side - square.x,
      y: (at.y - corner.y - this.camera.y) / side - square.y,
    };
  }

  over(node: HTMLElement | null, at: Point): boolean {
    const box = node?.getBoundingClientRect();
    return !!box && at.x >= box.left && at.x <= box.right && at.y >= box.top && at.y <= box.bottom;
  }

  /* Where the held tile would go if it were dropped now. */
  private target = $derived.by((): Square | null => {
    if (!this.carried || !this.desk.held || !this.over(this.board, this.carried.at)) return null;
    const { at, grip } = this.carried;
    const side = CELL * this.camera.zoom;
    return this.squareUnder({ x: at.x + (0.5 - grip.x) * side, y: at.y + (0.5 - grip.y) * side });
  });

  /* As a text, so that what depends on it changes from square to square and not with every move. */
  private targetKey = $derived.by(() => (this.target ? squareKey(this.target) : null));
  /** The square that the held tile would go to if it were dropped now. */
  targetSquare = $derived.by((): Square | null => {
    if (this.targetKey === null) return null;
    const [x = 0, y = 0] = this.targetKey.split(',').map(Number);
    return { x, y };
  });
  targetFits = $derived.by(() => {
    const target = this.targetSquare;
    return target !== null && this.desk.fits(target);
  });
  /** Whether a line through what is carried would be wrong if it were dropped now. */
  targetWrong = $derived.by(() => {
    const target = this.targetSquare;
    if (!target || !this.placing || !this.targetFits) return false;
    const after = this.desk.after(target);
    const flaws = this.check(after)?.marks.flaws ?? [];
    return flaws.some(({ tiles }) => tiles.some((index) => this.desk.isHeld(after[index]!.id)));
  });

  drop(at: Point): void {
    if (this.carried) this.carried = { ...this.carried, at };
    const target = this.target;
    this.carried = null;
    if (target && this.composing) this.put(target);
    else if (this.over(this.rackNode, at)) this.putBack();
    this.desk.release();
  }

  /** The faults that a square is part of. */
  faultsAt(square: Square): string[] {
    const key = squareKey(square);
    return this.faults
      .filter((fault) => fault.tiles.some((one) => squareKey(one) === key))
      .map((fault) => say(`trakks.fault_${fault.kind}`));
  }
}
