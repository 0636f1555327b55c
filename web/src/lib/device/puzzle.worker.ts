/* The worker that knows puzzles: it shows one, and judges answers. */
import { answerEach } from './answering';
import type { Module } from './module';

answerEach((module, request: Parameters<Module['puzzle']>[0]) => module.puzzle(request));
