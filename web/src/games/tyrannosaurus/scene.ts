/* A turn as it plays out: the events of a step, applied one after the other to what stands where.
 * Nothing is decided here; every event says what has happened. */
import type { GameEvent } from '../../lib/protocol';
import type { Square, ValleyView } from './view';

export interface Scene {
  /** Where each seat's dinosaur stands; null when it is out. */
  dinos: (Square | null)[];
  /** How many trees each seat has. */
  stock: number[];
  /** Trees in the valley. */
  trees: Square[];
  lake: Square;
  volcano: Square;
  tyrex: Square | null;
  bone: number;
  turn: number;
  /** The phase that is played, and who flees in it. */
  phase: ValleyView['phase'];
  fleeing: number | null;
  /** Choices that lie face up. */
  revealed: (string | null)[];
}

export function sceneOf(view: ValleyView): Scene {
  return {
    dinos: view.players.map((player) => player.at),
    stock: view.players.map((player) => player.trees),
    trees: view.trees,
    lake: view.lake,
    volcano: view.volcano,
    tyrex: view.tyrex,
    bone: view.bone,
    turn: view.turn,
    phase: view.phase,
    fleeing: view.panicking[0] ?? null,
    revealed: view.players.map(() => null),
  };
}

const replaced = <T>(list: T[], index: number, value: T): T[] => list.map((old, at) => (at === index ? value : old));

/* The Lake and the Volcano carry everything that stands on them. */
function carry(scene: Scene, event: GameEvent): (Square | null)[] {
  return scene.dinos.map((at) => (at === event.origin ? (event.square as Square) : at));
}

export function applied(scene: Scene, event: GameEvent): Scene {
  const seat = event.seat ?? -1;
  const square = event.square as Square;
  switch (event.type) {
    case 'reveal':
      return { ...scene, revealed: replaced(scene.revealed, seat, event.choice as string) };
    case 'lake':
      return { ...scene, lake: square, dinos: carry(scene, event) };
    case 'volcano':
      return { ...scene, volcano: square, dinos: carry(scene, event) };
    case 'trees':
      return { ...scene, trees: event.squares as Square[] };
    case 'move':
    case 'flee':
      return { ...scene, dinos: replaced(scene.dinos, seat, square) };
    case 'gift': {
      const given = replaced(scene.stock, event.from as number, event.from_trees as number);
      return { ...scene, stock: replaced(given, event.to as number, event.to_trees as number) };
    }
    case 'loss':
      return { ...scene, stock: replaced(scene.stock, seat, event.trees as number) };
    case 'out':
      return { ...scene, dinos: replaced(scene.dinos, seat, null) };
    case 'tyrex':
    case 'tyrex_returns':
      return { ...scene, tyrex: square };
    case 'tyrex_leaves':
      return { ...scene, tyrex: null };
    case 'harvest':
      return {
        ...scene,
        stock: replaced(scene.stock, seat, event.trees as number),
        trees: scene.trees.filter((tree) => tree !== square),
      };
    case 'bone':
      return { ...scene, bone: event.to as number };
    case 'turn':
      return { ...scene, turn: event.turn as number, revealed: scene.revealed.map(() => null) };
    default:
      return scene;
  }
}

/** A tree gained or lost, to be shown where it happens. */
export interface Gain {
  seat: number;
  square: Square;
  amount: 1 | -1;
}

export function gainsOf(event: GameEvent): Gain[] {
  const square = event.square as Square;
  if (event.type === 'harvest') return [{ seat: event.seat!, square, amount: 1 }];
  if (event.type === 'loss') return [{ seat: event.seat!, square, amount: -1 }];
  if (event.type === 'gift')
    return [
      { seat: event.from as number, square, amount: -1 },
      { seat: event.to as number, square, amount: 1 },
    ];
  return [];
}

/** What is shown at once: some events, and the scene after them. */
export interface Beat {
  events: GameEvent[];
  gains: Gain[];
  after: Scene;
}

/* Events that are shown in one beat: all choices are revealed at once, all gifts to the same arrival
 * happen with it, everyone harvests at the same time, and the bone moves on as the next turn begins. */
const TOGETHER: Record<string, string[]> = {
  reveal: ['reveal'],
  gift: ['gift'],
  loss: ['loss', 'gift'],
  out: ['loss', 'out', 'gift'],
  harvest: ['harvest'],
  turn: ['bone', 'trees'],
  over: ['bone', 'out'],
};

/** The beats of a step that begins with this scene; none if only a secret choice was made. */
export function beatsOf(before: Scene, events: GameEvent[]): Beat[] {
  const beats: Beat[] = [];
  let scene = { ...before, revealed: before.revealed.map(() => null as string | null) };
  for (const event of events) {
    if (event.type === 'chosen') continue;
    scene = applied(scene, event);
    const last = beats.at(-1);
    const previous = last?.events.at(-1)?.type ?? '';
    if (last && TOGETHER[event.type]?.includes(previous)) {
      last.events.push(event);
      last.gains.push(...gainsOf(event));
      last.after = scene;
    } else beats.push({ events: [event], gains: gainsOf(event), after: scene });
  }
  return beats;
}

/** Whether these events end a turn or the match. */
export const endsTurn = (events: GameEvent[]): boolean =>
  events.some((event) => event.type === 'turn' || event.type === 'over');
