/** What the routes of the HTTP API share. Types only. */

import type { OpenAPIHono } from '@hono/zod-openapi';
import type { LanguageModel } from '../base/answerTypes.ts';
import type { Fleet } from '../fleet/fleetTypes.ts';
import type { JobQueue } from '../fleet/jobTypes.ts';
import type { OpenSessions } from '../session/openSessions.ts';
import type { Options } from '../settings/options.ts';
import type { Surroundings } from '../view/surroundings.ts';
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
