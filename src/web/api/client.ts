/** The server's endpoints as functions. */

import type {
  CodeSymbol,
  EndEvent,
  FailedEvent,
  FileContent,
  FileList,
  FoundCommit,
  Graph,
  GrepHit,
  JobBody,
  Repository,
  RepositoryMap,
  SearchAnswer,
  SearchRequestBody,
  SourcesEvent,
  SymbolList,
} from '../../server/pageTypes.ts';
import { requestEvents, requestJson } from './request.ts';

export function requestSearch(body: SearchRequestBody, signal?: AbortSignal): Promise<SearchAnswer> {
  return requestJson('/search', { method: 'POST', body, signal });
}

interface FilePlace {
  repo_id: string | undefined;
  file_path: string;
}

export function readFile(place: FilePlace, signal?: AbortSignal): Promise<FileContent> {
  return requestJson('/files/content', { query: { ...place }, signal });
}

export async function outline(place: FilePlace, signal?: AbortSignal): Promise<CodeSymbol[]> {
  const { symbols } = await requestJson<{ symbols: CodeSymbol[] }>('/symbols', {
    query: { ...place },
    signal,
  });
  return symbols;
}

export function graphAt(place: FilePlace & { line: number; limit: number }, signal?: AbortSignal): Promise<Graph> {
  return requestJson('/graph', { query: { ...place }, signal });
}

const MAPPED = 24;

/** Asks what to read first of a repository. */
export function requestMap(repo_id: string, signal?: AbortSignal): Promise<RepositoryMap> {
  return requestJson('/map', { query: { repo_id, limit: MAPPED }, signal });
}

const NEWEST = 6;

/** Asks for the newest commits. */
export async function requestCommits(repo_id: string, signal?: AbortSignal): Promise<FoundCommit[]> {
  const query = { repo_id, k: NEWEST };
  return (await requestJson<{ commits: FoundCommit[] }>('/commits', { query, signal })).commits;
}

/** @returns names that are defined and were probably meant; none where `name` itself is */
export async function requestNearNames(name: string, repo_id: string, signal?: AbortSignal): Promise<string[]> {
  return (await requestJson<SymbolList>('/symbols', { query: { name, repo_id }, signal })).near;
}

const LINES = 100;
const LINES_OF_FILE = 3;

/** Lines that match, whatever their case, by path. */
export function requestLines(
  pattern: string,
  repo_id: string,
  signal?: AbortSignal,
): Promise<{ hits: GrepHit[]; truncated: boolean }> {
  const query = { pattern, repo_id, ignore_case: 'true', k: LINES, max_per_file: LINES_OF_FILE };
  return requestJson('/grep', { query, signal });
}

/** Asks how fresh an index is and which languages are in it, with one file of it. */
export function glance(repo_id: string): Promise<FileList> {
  return requestJson('/files', { query: { repo_id, limit: 1 } });
}

export function requestCancel(id: string): Promise<unknown> {
  return requestJson(`/jobs/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

export type AnswerEvent =
  | ({ type: 'sources' } & SourcesEvent)
  | { type: 'text'; text: string }
  | ({ type: 'end' } & EndEvent)
  | ({ type: 'failed' } & FailedEvent);

const ASK_EVENTS = new Set(['sources', 'text', 'end', 'failed']);

export interface PageQuestion {
  query: string;
  repo_id?: string;
  language?: string;
  file_path?: string;
}

export async function* requestAnswer(
  body: PageQuestion,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, void, undefined> {
  for await (const { event, data } of requestEvents('/query/stream', { method: 'POST', body, signal }))
    if (ASK_EVENTS.has(event)) yield { type: event, ...JSON.parse(data) } as AnswerEvent;
}

export function requestRepositories(signal?: AbortSignal): Promise<Repository[]> {
  return requestJson('/repos', { signal });
}

interface NewRepository {
  path?: string;
  url?: string;
  name?: string;
  branch?: string;
}

export function requestAdding(body: NewRepository): Promise<Repository> {
  return requestJson('/repos', { method: 'POST', body });
}

export function requestRemoval(id: string): Promise<unknown> {
  return requestJson(`/repos/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

export function activateRepository(id: string): Promise<unknown> {
  return requestJson(`/repos/${encodeURIComponent(id)}/activate`, { method: 'PUT' });
}

export function requestIndex(id: string, isForced: boolean): Promise<unknown> {
  const place = `/repos/${encodeURIComponent(id)}/index`;
  return isForced
    ? requestJson(place, { method: 'POST', body: { force_reindex: true } })
    : requestJson(`${place}/incremental`, { method: 'POST' });
}

/** Jobs of all repositories as they change, the present ones first. */
export async function* watchJobs(signal: AbortSignal): AsyncGenerator<JobBody, void, undefined> {
  for await (const { data } of requestEvents('/jobs/events', { signal })) {
    const value: unknown = JSON.parse(data);
    if (typeof value === 'object' && value !== null && 'repo_id' in value) yield value as JobBody;
  }
}
