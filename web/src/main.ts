import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { connection } from './lib/connection.svelte';

connection.start();
mount(App, { target: document.getElementById('app')! });
