/* A turn as it plays out: the events of a step, applied one after the other to what stands where.
 * Nothing is decided here; every event says what has happened. */
import type { GameEvent } from '../../lib/connection/protocol';
import type { Dino, Event, Events } from './schema';
import type { Square, ValleyView } from './view';

export interface Scene {
  /** Which round of several, if there are several, and which dinosaur each seat has in it. */
  round: number | undefined;
  kinds: Dino[];
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
    round: view.round,
    kinds: view.players.map((player) => player.dino),
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

/* Where the dinosaurs are once the Lake or the Volcano has carried some along. */
function carried(scene: Scene, { carries = [], square }: Events['lake' | 'volcano']): (Square | null)[] {
  return scene.dinos.map((at, seat) => (carries.includes(seat) ? square : at));
}

export function applied(scene: Scene, happening: GameEvent): Scene {
  const event = happening as Event;
  switch (event.type) {
    case 'reveal':
      return { ...scene, revealed: replaced(scene.revealed, event.seat, event.choice) };
    case 'lake':
      return { ...scene, lake: event.square, dinos: carried(scene, event) };
    case 'volcano':
      return { ...scene, volcano: event.square, dinos: carried(scene, event) };
    case 'trees':
      return { ...scene, trees: event.squares };
    case 'move':
    case 'flee':
      return { ...scene, dinos: replaced(scene.dinos, event.seat, event.square) };
    case 'gift': {
      const given = replaced(scene.stock, event.from, event.from_trees);
      return { ...scene, stock: replaced(given, event.to, event.to_trees) };
    }
    case 'loss':
      return { ...scene, stock: replaced(scene.stock, event.seat, event.trees) };
    case 'out':
      return { ...scene, dinos: replaced(scene.dinos, event.seat, null) };
    case 'tyrex':
    case 'tyrex_returns':
      return { ...scene, tyrex: event.square };
    case 'tyrex_leaves':
      return { ...scene, tyrex: null };
    case 'harvest':
      return {
        ...scene,
        stock: replaced(scene.stock, event.seat, event.trees),
        trees: scene.trees.filter((tree) => tree !== event.square),
      };
    case 'bone':
      return { ...scene, bone: event.to };
    case 'turn':
      return { ...scene, turn: event.turn, revealed: scene.revealed.map(() => null) };
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

export function gainsOf(happening: GameEvent): Gain[] {
  const event = happening as Event;
  if (event.type === 'harvest') return [{ seat: event.seat, square: event.square, amount: 1 }];
  if (event.type === 'loss') return [{ seat: event.seat, square: event.square, amount: -1 }];
  if (event.type === 'gift')
    return [
      { seat: event.from, square: event.square, amount: -1 },
      { seat: event.to, square: event.square, amount: 1 },
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

/* What is told elsewhere: secret choices by the players, how a round ended and the next begins by a panel. */
const UNSHOWN = ['chosen', 'round_end', 'score', 'round', 'dino'];

/** The beats of a step that begins with this scene; none if only a secret choice was made. */
export function beatsOf(before: Scene, events: GameEvent[]): Beat[] {
  const beats: Beat[] = [];
  let scene = { ...before, revealed: before.revealed.map(() => null as string | null) };
  for (const event of events) {
    if (UNSHOWN.includes(event.type)) continue;
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

/** Whether these events end a turn, a round or the match. */
export const endsTurn = (events: GameEvent[]): boolean => events.some(({ type }) => ['turn', 'round', 'over'].includes(type));
