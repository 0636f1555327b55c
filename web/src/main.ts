import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { connection } from './lib/connection.svelte';
import { askForGames } from './lib/facts.svelte';

/* After this long the frame is drawn without it. */
const PATIENCE_MS = 2000;
const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));

connection.start();
/* In a task of its own: reading the scripts takes a slow machine long enough. */
void Promise.race([askForGames(), patience]).then(() => setTimeout(() => mount(App, { target: document.getElementById('app')! })));
