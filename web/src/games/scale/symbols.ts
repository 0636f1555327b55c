/* Every colour has a symbol, for players who cannot distinguish colours easily. */
import flame from 'icon:flame';
import drop from 'icon:drop';
import sun from 'icon:sun';
import type { Colour } from './view';

export const SYMBOLS: Record<Colour, string> = { orange: flame, blue: drop, yellow: sun };
