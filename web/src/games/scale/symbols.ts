/* Every colour has a symbol, so that nobody needs to tell the colours apart. */
import flame from 'icon:flame';
import drop from 'icon:drop';
import sun from 'icon:sun';
import type { Colour } from './view';

export const SYMBOLS: Record<Colour, string> = { orange: flame, blue: drop, yellow: sun };
