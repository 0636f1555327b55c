/* The pictures of T-Rex: for each colour a symbol, so that no colour stands alone, and a dinosaur. */
import chameleon from 'icon:chameleon-glyph';
import bones from 'icon:crossed-bones';
import rex from 'icon:dinosaur-rex';
import diplodocus from 'icon:diplodocus';
import flame from 'icon:flame';
import shower from 'icon:fragmented-meteor';
import meteor from 'icon:burning-meteor';
import ammonite from 'icon:ammonite-fossil';
import plesiosaurus from 'icon:plesiosaurus';
import pterodactylus from 'icon:pterodactylus';
import hand from 'icon:poker-hand';
import stack from 'icon:stack';
import triceratops from 'icon:triceratops-head';
import drop from 'icon:water-drop';
import type { Colour } from './view';

/* Drawn for this page, because they must be recognisable at twelve pixels. */
const SUN =
  'M256 136a120 120 0 1 1 0 240a120 120 0 1 1 0-240z' +
  'M228 20h56v80h-56zM228 412h56v80h-56zM20 228h80v56h-80zM412 228h80v56h-80z' +
  'M69 109l40-40 57 57-40 40zM346 386l40-40 57 57-40 40zM69 403l57-57 40 40-57 57zM346 126l57-57 40 40-57 57z';
const PEAKS = 'M16 440L190 96l88 174 46-84 172 254z';
const LEAF =
  'M452 36C230 40 74 140 74 306c0 46 12 84 30 112l-58 58 30 30 60-58c28 14 62 22 98 20C400 458 480 270 452 36z' +
  'M140 386L338 170l26 24L168 412z';

export const SYMBOL: Record<Colour, string> = { yellow: SUN, blue: drop, brown: PEAKS, green: LEAF, red: flame };
export const DINOSAUR: Record<Colour, string> = {
  yellow: pterodactylus,
  blue: plesiosaurus,
  brown: triceratops,
  green: diplodocus,
  red: rex,
};
export { ammonite, bones, chameleon, hand, meteor, shower, stack };
