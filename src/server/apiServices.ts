/**
 * The routes of the HTTP API work with this: the services of the server, and one repository for as
 * long as one answer takes.
 */

import type { OpenAPIHono, z } from '@hono/zod-openapi';
import type { LanguageModel } from '../base/answerTypes.ts';
import { inertJson } from '../base/renderText.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { JobQueue } from '../fleet/jobQueue.ts';
import type { SymbolContext } from '../graph/readFiles.ts';
import type { ServedPlace, ServedRepository } from '../mcp/places.ts';
import type { OpenSessions } from '../session/openSessions.ts';
import type { Searcher } from '../session/session.ts';
import type { Output } from '../settings/commandContext.ts';
import type { SearchSettings, Surroundings } from '../settings/requests.ts';
import type { Slots } from './liveRequests.ts';
import type { ApiEnv, jsonRoutesOf } from './schemas/openApi.ts';
import type { ServedRepositories } from './servedRepositories.ts';

export interface ApiServices {
  repositories: ServedRepositories;
  sessions: OpenSessions;
  fleet: Fleet;
  /** Settings of the server itself. */
  search: SearchSettings;
  surroundings: Surroundings;
  /** The turns of requests that work at once. */
  slots: Slots;
  /** Answers questions; null where none is configured. */
  model: LanguageModel | null;
  /** The turns of questions that a model is asked at once. */
  modelSlots: Slots;
  /** Null where the home cannot be written: the routes of jobs are not there then. */
  jobs: JobQueue | null;
  /** Aborts when the server is asked to end: streams without an end of their own end then. */
  stopping: AbortSignal;
}

export type ApiApp = OpenAPIHono<ApiEnv>;

export type AddRoutes = (app: ApiApp, services: ApiServices) => void;

interface Here {
  repository: ServedRepository;
  place: ServedPlace;
  searcher: Searcher;
}

type Asked<Q> = z.output<Q> & { repo_id?: string | undefined };

/** The schemas of a route that answers from one repository, whose id every answer has. */
interface RepositoryRoute<Q, A> {
  query: Q;
  answer: A;
  says: string;
}

/**
 * Makes the routes of one chapter that answer from one repository.
 * @returns `ofView` for those that need its index, and say how fresh that is; `ofFiles` for those
 * that look at its files without one
 */
export function repositoryRoutes(add: ReturnType<typeof jsonRoutesOf>, services: ApiServices) {
  const { repositories, slots } = services;
  return {
    ofView<Q extends z.ZodType, A extends z.ZodType>(
      path: string,
      summary: string,
      spec: RepositoryRoute<Q, A>,
      find: (context: SymbolContext, asked: Asked<Q>) => Promise<Omit<z.input<A>, 'repo_id' | 'freshness'>>,
    ): void {
      add('get', path, summary, spec, (asked, signal) => {
        const { repo_id: id } = asked as Asked<Q>;
        return inRepository(services, id, signal, async ({ repository, searcher }) =>
          searcher.withSymbols(async (known) => {
            const found = await find(known, asked as Asked<Q>);
            return { repo_id: repository.id, freshness: known.view.freshness, ...found } as z.input<A>;
          }),
        );
      });
    },
    ofFiles<Q extends z.ZodType, A extends z.ZodType>(
      path: string,
      summary: string,
      spec: RepositoryRoute<Q, A>,
      read: (place: ServedPlace, asked: Asked<Q>, signal: AbortSignal) => Promise<Omit<z.input<A>, 'repo_id'>>,
    ): void {
      add('get', path, summary, spec, async (asked, signal) => {
        const repository = await repositories.pick((asked as Asked<Q>).repo_id);
        const place = repositories.placeOf(repository);
        const found = await slots.use(signal, () => read(place, asked as Asked<Q>, signal));
        return { repo_id: repository.id, ...found } as z.input<A>;
      });
    },
  };
}

/**
 * Answers from one repository, in its turn.
 * @param id undefined: the active one.
 * @throws HttpError 404, 409, 429; CoraError NO_INDEX, …
 */
export async function inRepository<T>(
  { repositories, sessions, slots }: Pick<ApiServices, 'repositories' | 'sessions' | 'slots'>,
  id: string | undefined,
  signal: AbortSignal,
  run: (here: Here) => Promise<T>,
): Promise<T> {
  const repository = await repositories.pick(id);
  const place = repositories.placeOf(repository);
  // The look at the working tree is shared and waits for Git; what takes a turn is the computing.
  return sessions.search(place, signal, (searcher) => slots.use(signal, () => run({ repository, place, searcher })));
}

// The log of a server: one line of JSON for each request and each job. Headers, bodies and what was
// asked never stand in it.
//
//     {"time":"2026-11-22T10:00:00.000Z","level":"info","route":"/search","status":200,"ms":21,…}

export type WriteLog = (level: 'info' | 'error', entry: object) => void;

/** @param isVerbose true to log also what went well, and what a client got wrong */
export function createServerLog(stderr: Output, isVerbose: boolean): WriteLog {
  return (level, entry) => {
    if (level === 'info' && !isVerbose) return;
    // An error may quote a path.
    stderr.write(inertJson(`${JSON.stringify({ time: new Date().toISOString(), level, ...entry })}\n`));
  };
}
