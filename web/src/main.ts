import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { connection } from './lib/connection.svelte';

connection.start();
/* In a task of its own: to read all this takes a slow machine long enough. */
setTimeout(() => mount(App, { target: document.getElementById('app')! }));
