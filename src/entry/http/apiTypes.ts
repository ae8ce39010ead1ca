/** What the routes of the HTTP API share. Types only. */

import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Fleet, JobQueue, LanguageModel, Options, Surroundings } from '../../index.ts';
import type { OpenSessions } from '../sessions/openSessions.ts';
import type { ApiEnv } from './apiEnv.ts';
import type { ServedRepositories } from './servedRepositories.ts';
import type { Slots } from './slots.ts';

export interface ApiServices {
  repositories: ServedRepositories;
  sessions: OpenSessions;
  fleet: Fleet;
  /** Settings of the server itself. */
  options: Options;
  surroundings: Surroundings;
  /** How many requests work at once. */
  slots: Slots;
  /** Answers questions; null where none is configured. */
  model: LanguageModel | null;
  /** How many questions a model is asked at once. */
  modelSlots: Slots;
  /** Null where the home cannot be written: the routes of jobs are not there then. */
  jobs: JobQueue | null;
  /** Aborts when the server is asked to end: streams without an end of their own end then. */
  stopping: AbortSignal;
}

export type ApiApp = OpenAPIHono<ApiEnv>;

export type AddRoutes = (app: ApiApp, services: ApiServices) => void;
