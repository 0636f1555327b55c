/* The worker that looks at records: it checks one, and says what a viewer saw after a move. */
import { answerEach } from './answering';
import type { Module } from './module';

answerEach((module, request: Parameters<Module['replay']>[0]) => module.replay(request));
