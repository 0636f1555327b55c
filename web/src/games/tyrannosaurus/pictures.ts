/* The pictures of the valley. */
import ammonite from 'icon:ammonite-fossil';
import diplodocus from 'icon:sauropod-head';
import night from 'icon:night-sleep';
import pteranodon from 'icon:pterodactylus';
import stegosaurus from 'icon:stegosaurus-scales';
import terror from 'icon:screaming';
import triceratops from 'icon:triceratops-head';
import type { CardKind, Dino } from './view';

export const DINO_PICTURES: Record<Dino, string> = { triceratops, pteranodon, diplodocus, stegosaurus };

/* Three toes and a heel. */
const footprint =
  'M256 486c-62 0-104-46-98-112 5-54-52-104-86-160-24-40 14-72 50-42 42 34 76 86 98 106 6-50 6-140 14-206 5-42 39-42 44 0 8 66 8 156 14 206 22-20 56-72 98-106 36-30 74 2 50 42-34 56-91 106-86 160 6 66-36 112-98 112z';

export const CARD_PICTURES: Record<CardKind, string> = { move: footprint, rest: night, panic: terror };

/** The back of every card. */
export const CARD_BACK = ammonite;

/* An arrow to the north. */
export const ARROW = 'M256 40 420 250h-96v222H188V250H92z';

export const BONE =
  'M368 66c34-34 86-14 84 30 48-6 64 48 28 80-30 26-66 16-88-6L178 384c22 24 30 58 4 88-32 36-86 20-80-28-44 2-64-50-30-84 26-24 62-18 86 4L372 150c-20-22-28-58-4-84z';
