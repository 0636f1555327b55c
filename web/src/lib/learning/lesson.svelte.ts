/* A lesson being taken: a table for each try at a scene, and what is said about the learner's move. */
import { connection, device, Lost, type Connection } from '../connection/connection.svelte';
import { nameOrGuest } from '../table/begin';
import { factsOf, firstOpponentIn } from '../connection/facts.svelte';
import type { Both } from '../words/language.svelte';
import { setLearned } from './learned.svelte';
import { answerTo, isRight, type Lesson, type LessonScene } from './lessons';
import type { Refusal } from '../connection/protocol';
import { MySeat } from '../table/seat.svelte';
import { settings } from '../browser/settings.svelte';
import { Table } from '../table/table.svelte';

/** How a move was taken. After one that was refused, the learner goes on at the same table. */
export interface Outcome {
  kind: 'right' | 'wrong' | 'refused';
  text: Both;
  /** The core's own sentence about a refused move, if `text` is another one. */
  refusal: Both | null;
  /** The rule by which it was refused. */
  rule: string | null;
}

const SHOWN_AFTER = 2; /* wrong moves */

export class LessonRun {
  /** The scene, or one past the last: the lesson is over. */
  at = $state(0);
  table = $state.raw<Table | null>(null);
  outcome = $state.raw<Outcome | null>(null);
  /** Why there is no table. */
  trouble = $state.raw<unknown>(null);
  /** What to do is being shown. */
  shown = $state(false);
  private tries = $state(0);
  private openings = 0;

  constructor(
    readonly game: string,
    readonly lesson: Lesson,
    from = 0,
  ) {
    void this.go(Math.min(from, lesson.scenes.length));
  }

  get scene(): LessonScene | undefined {
    return this.lesson.scenes[this.at];
  }

  get isOver(): boolean {
    return this.at >= this.lesson.scenes.length;
  }

  get canShow(): boolean {
    return !this.shown && this.scene?.show !== undefined && this.tries >= SHOWN_AFTER && this.outcome?.kind !== 'right';
  }

  /** Opens a scene, or the end. */
  async go(scene: number): Promise<void> {
    this.at = scene;
    this.tries = 0;
    setLearned(this.game, { scene: this.isOver ? 0 : scene });
    await this.again();
  }

  /** The scene from its beginning. */
  async again(): Promise<void> {
    this.leave();
    this.outcome = null;
    this.shown = false;
    this.trouble = null;
    if (this.isOver) return;
    const opening = ++this.openings;
    try {
      const table = await this.open();
      if (opening !== this.openings) return standUp(table); /* somewhere else meanwhile */
      this.table = table;
      table.start();
    } catch (error) {
      if (opening === this.openings) this.trouble = error;
    }
  }

  /** Shows what to do. */
  async show(): Promise<void> {
    if (this.outcome?.kind !== 'refused') await this.again();
    this.outcome = null;
    this.shown = true;
  }

  /** Does what is being shown. */
  follow(): Promise<void> {
    return this.table!.seat.play(this.scene!.show!);
  }

  /** The learner goes elsewhere. */
  leave(): void {
    this.openings++;
    if (this.table) standUp(this.table);
    this.table = null;
  }

  /* On this device if possible: it works offline. The hall of a device takes the positions along. */
  private async open(): Promise<Table> {
    let hall = device.usable && (settings.here || !connection.online) ? device : connection;
    await hall.untilSettled();
    if (!hall.online) hall = connection;
    if (!hall.online) throw new Lost();
    await hall.introduce(nameOrGuest(''));
    const { seats, options } = this.scene!.position;
    const answer = await hall.ask('create', {
      game: this.game,
      seats,
      options: { ...factsOf(this.game).computers_need, ...options },
      bots: Array.from({ length: seats }, (_, seat) => (seat === 0 ? null : firstOpponentIn(this.game))),
      autostart: true,
      takeover: false,
      chat: false,
      origin: { lesson: hall.isDevice ? this.positions : this.game, scene: this.at },
    });
    return this.tableAt(answer.table, hall);
  }

  /* At it, the learner makes one move. */
  private tableAt(id: string, hall: Connection): Table {
    const table = new Table(id, {}, hall);
    const judge = (move: string, refusal: Refusal | null): void => {
      if (!refusal) table.seat.isSpent = true;
      this.judge(move, refusal);
    };
    const praise = (): void => void (this.scene?.performs && this.praise());
    const deeds = { ...table.deeds, judge, praise, reconsider: () => this.withdraw() };
    table.seat = new MySeat(table.playback, deeds, this.scene!.performs ? 'performance' : 'move');
    return table;
  }

  private get positions(): { scenes: { position: unknown }[] } {
    return { scenes: this.lesson.scenes.map(({ position }) => ({ position })) };
  }

  /* The learner tries something else. */
  private withdraw(): void {
    if (this.outcome?.kind === 'refused') this.outcome = null;
  }

  private praise(): void {
    this.outcome = { kind: 'right', text: this.scene!.praise, refusal: null, rule: null };
  }

  private judge(move: string, refused: Refusal | null): void {
    const scene = this.scene!;
    const refusal = refused?.trouble ?? null;
    const answer = answerTo(scene, move, refusal?.rule ?? null);
    this.shown = false;
    if (!refusal && isRight(scene, move)) this.praise();
    else {
      this.tries++;
      const own = refusal?.text ?? null;
      this.outcome = {
        kind: refusal ? 'refused' : 'wrong',
        text: answer ?? own ?? scene.asks,
        refusal: answer ? own : null,
        rule: refusal?.rule ?? null,
      };
    }
  }
}

/* Nobody comes back to a scene: the hall may forget it. */
function standUp(table: Table): void {
  table.ask('stand').catch(() => undefined);
  table.stop();
}
