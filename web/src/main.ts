import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { connection } from './lib/connection.svelte';
import { askForGames } from './lib/facts.svelte';

/* Whoever waits longer for it sees at least the frame. */
const PATIENCE_MS = 2000;
const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));

connection.start();
/* In a task of its own: to read all this takes a slow machine long enough. */
void Promise.race([askForGames(), patience]).then(() => setTimeout(() => mount(App, { target: document.getElementById('app')! })));
