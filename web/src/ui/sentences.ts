/* The sentences of the small screens. Imported by everything that says them, so that the start page goes without. */
import texts from 'texts:screens';
import { learn } from '../lib/words/language.svelte';

learn(texts);
