/* Cards and eggs that go somewhere are seen going there. Places of the table carry `data-spot`;
 * a step's events say what goes from which spot to which. */
import type { GameEvent } from '../../lib/connection/protocol';
import type { Event } from './schema';

const FLIGHT_MS = 320;
const LATER_MS = 60;

export interface Flight {
  from: string;
  to: string;
  /** What is seen flying: what arrives, what left, or the back of a card. */
  seen: 'arriving' | 'leaving' | 'back';
  later: boolean;
}

function one(event: Event, you: number | null): Flight[] {
  const seat = 'seat' in event ? event.seat : null;
  const arriving = (from: string, to: string, later = false): Flight => ({ from, to, seen: 'arriving', later });
  const leaving = (from: string, to: string): Flight => ({ from, to, seen: 'leaving', later: false });
  const back = (from: string, to: string, later = false): Flight => ({ from, to, seen: 'back', later });
  switch (event.type) {
    case 'play':
      return [arriving(seat === you ? `hand:${event.card}` : `hand@${seat}`, `pile@${seat}`)];
    case 'flip':
      return [arriving(`deck@${seat}`, `pile@${seat}`)];
    case 'draw':
      return event.cards.map((drawn) =>
        seat === you ? arriving(`deck@${seat}`, `hand:${drawn}`, true) : back(`deck@${seat}`, `hand@${seat}`, true),
      );
    case 'egg':
    case 'egg_other':
      return [leaving(`egg:${event.egg}`, `nest@${seat}`)];
    case 'remove_top':
    case 'remove_shower':
      return [leaving(`pile@${seat}`, `out@${seat}`)];
    case 'remove_deck':
      return [back(`deck@${seat}`, `out@${seat}`)];
    case 'under':
      return [leaving(`pile@${seat}`, `deck@${seat}`)];
    case 'trump_strong':
    case 'trump_weak':
      return [arriving(`aside:${event.colour}`, `trump:${event.type.slice('trump_'.length)}`)];
    default:
      return [];
  }
}

/** What flies in a step. */
export function plan(events: GameEvent[], you: number | null): Flight[] {
  return (events as Event[]).flatMap((event) => one(event, you));
}

const find = (root: HTMLElement, spot: string): HTMLElement | null => root.querySelector(`[data-spot="${spot}"]`);
const copy = (node: HTMLElement | null): HTMLElement | null => (node ? (node.cloneNode(true) as HTMLElement) : null);

/** Notes where things are before the table is drawn anew; the function it gives back lets them fly
 * once it is. The spot `back` has a card's back to copy. */
export function prepare(root: HTMLElement, flights: Flight[]): () => void {
  const noted = flights.flatMap((flight) => {
    const source = find(root, flight.from);
    if (!source) return [];
    const from = source.getBoundingClientRect();
    const ghost = flight.seen === 'leaving' ? copy(source) : null;
    return [{ flight, from, ghost }];
  });
  return () => {
    /* Everything is measured first and moved afterwards, so that the browser computes the layout once. */
    const courses = noted.flatMap(({ flight, from, ghost }) => {
      const target = find(root, flight.to);
      const back = flight.seen === 'back' ? find(root, 'back') : null;
      const flying = ghost ?? copy(back ?? target);
      if (!target || !flying) return [];
      const to = target.getBoundingClientRect();
      const size = ghost ? from : (back?.getBoundingClientRect() ?? to);
      if (from.width === 0 || to.width === 0) return [];
      const hidden = flight.seen === 'arriving' ? target : null;
      return [{ flying, hidden, from, to, size, delay: flight.later ? LATER_MS : 0 }];
    });
    const origin = root.getBoundingClientRect();
    for (const course of courses) fly(root, origin, course);
  };
}

/* What flies now. */
const airborne = new Set<Animation>();

/** Ends all flights at once. */
export function landAll(): void {
  for (const flight of airborne) flight.finish();
}

interface Course {
  flying: HTMLElement;
  /** Hides what arrives until it has arrived. */
  hidden: HTMLElement | null;
  from: DOMRect;
  to: DOMRect;
  /** The size of what flies. */
  size: DOMRect;
  delay: number;
}

function fly(root: HTMLElement, origin: DOMRect, { flying: ghost, hidden, from, to, size, delay }: Course): void {
  for (const part of [ghost, ...ghost.querySelectorAll<HTMLElement>('[data-spot]')]) delete part.dataset.spot;
  ghost.inert = true;
  ghost.setAttribute('aria-hidden', 'true');
  Object.assign(ghost.style, {
    position: 'absolute',
    zIndex: '20',
    margin: '0',
    visibility: 'visible',
    pointerEvents: 'none',
    left: `${-origin.left}px`,
    top: `${-origin.top}px`,
    width: `${size.width}px`,
    height: `${size.height}px`,
    transformOrigin: '0 0',
  });
  ghost.style.setProperty('--w', `${size.width}px`); /* cards take their size from it */
  root.append(ghost);
  const at = (rect: DOMRect): string => {
    const scale = Math.min(1.6, Math.max(0.25, rect.height / size.height));
    const left = rect.left + (rect.width - size.width * scale) / 2;
    const top = rect.top + (rect.height - size.height * scale) / 2;
    return `translate(${left}px, ${top}px) scale(${scale})`;
  };
  const flight = ghost.animate([{ transform: at(from) }, { transform: at(to) }], {
    duration: FLIGHT_MS,
    delay,
    easing: 'cubic-bezier(.3,.7,.3,1)',
    fill: 'both',
  });
  const covered = hidden?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: FLIGHT_MS + delay });
  airborne.add(flight);
  const land = (): void => {
    airborne.delete(flight);
    covered?.cancel();
    ghost.remove();
  };
  flight.finished.then(land, land);
}
