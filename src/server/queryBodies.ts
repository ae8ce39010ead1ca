/** A question and its answer in the names of the API. */

import type { AskEnd, AskEvent } from '../ask/askTypes.ts';
import type { LanguageModel } from '../base/answerTypes.ts';
import type { AskSource, Citation } from '../base/citationTypes.ts';
import { listOf } from '../base/listOf.ts';
import { qualifiedName } from '../base/qualifiedName.ts';
import type { SearchHit } from '../base/searchTypes.ts';
import { upToBound } from '../search/fitTokens.ts';
import type { SessionPlace } from '../session/openSessions.ts';
import type { Options } from '../settings/options.ts';
import type { ApiServices } from './apiTypes.ts';
import type { EndEvent, QueryRequestBody, Source, SourcesEvent } from './schemas/query.ts';

export interface Asked {
  text: string;
  repoId: string;
  /** Of the repository, with the filters of the question. */
  options: Options;
  askedLimit: number | null;
  /** Without them: questions with other filters share its session. */
  place: SessionPlace;
  /** Results of the search, before the prompt's budget cut them. */
  retrieved: number;
}

type Found = Extract<AskEvent, { type: 'sources' }>;

const NO_MODEL =
  'No language model is configured, so these are the sources alone. cora serve --model ollama:MODEL, openai:MODEL or codex; or CORA_MODEL.';
/** Characters of a preview; the whole is in /files/content. */
const PREVIEW = 1500;

/** @throws HttpError 404, 409 */
export async function askedOf(
  { repositories }: { repositories: Pick<ApiServices['repositories'], 'pick' | 'placeOf'> },
  body: QueryRequestBody,
): Promise<Asked> {
  const repository = await repositories.pick(body.repo_id);
  const { options, surroundings } = repositories.placeOf(repository);
  const { n_results: limit, use_reranking: isReranked = true, language, file_path } = body;
  const settings = isReranked ? options : { ...options, rerank: 'none' };
  const own = {
    ...settings,
    path: listOf(file_path).map((path) => (path.endsWith('/') ? `${path}**` : path)),
    lang: listOf(language),
    ...(limit === undefined ? {} : { limit }),
  };
  const place = { options: settings, surroundings };
  return { text: body.query, repoId: repository.id, options: own, askedLimit: limit ?? null, place, retrieved: 0 };
}

export function sourcesBody(
  { repoId, place, retrieved }: Asked,
  model: LanguageModel | null,
  { result, sources, promptTokens }: Found,
): SourcesEvent {
  const hits = sources.map(({ hit }) => hit);
  const best = Math.max(...hits.map(({ score }) => score), Number.MIN_VALUE);
  return {
    repo_id: repoId,
    sources: sources.map((source) => sourceBody(source, best)),
    metadata: {
      retrieved_chunks: retrieved,
      final_chunks: sources.length,
      fewer: result.fewer,
      reranking_applied: (place.options.rerank ?? 'none') !== 'none',
      collection: repoId,
      summary: {
        unique_files: new Set(hits.map(({ path }) => path)).size,
        total_lines: hits.reduce((sum, { startLine, endLine }) => sum + endLine - startLine + 1, 0),
        languages: [...new Set(hits.map(({ language }) => language))].sort(),
      },
      prompt_length: promptTokens,
      llm_provider: model?.id ?? null,
    },
    freshness: result.freshness,
  };
}

function sourceBody({ number, hit }: AskSource, best: number): Source {
  const { path, kind, symbol, startLine, endLine, definition, score, language, scope, chunkId } = hit;
  return {
    number,
    file_path: path,
    chunk_type: kind,
    name: qualifiedName({ scope, symbol }),
    start_line: startLine,
    end_line: endLine,
    definition: { start_line: definition.startLine, end_line: definition.endLine },
    similarity: Math.round(Math.max(0, score / best) * 1000) / 1000,
    code_preview: previewOf(hit),
    language,
    chunk_id: chunkId,
  };
}

/** Whole lines, where there is more than one, up to where a statement ends. */
function previewOf({ text, startLine, frame }: SearchHit): string {
  if (text.length <= PREVIEW) return text;
  const end = text.lastIndexOf('\n', PREVIEW);
  if (end <= 0) return text.slice(0, PREVIEW).replace(/[\ud800-\udbff]$/, '');
  const lines = text.slice(0, end).split('\n');
  return lines.slice(0, upToBound(frame, lines, startLine, 1, lines.length) ?? lines.length).join('\n');
}

export function endBody({ answer, citations, model, tookMs, cut }: AskEnd): EndEvent {
  const note = model === null ? NO_MODEL : cut ? 'The answer was cut: it reached --answer-tokens.' : null;
  return {
    answer: model === null ? null : answer,
    citations: citations.map(citationBody),
    note,
    took_ms: tookMs,
  };
}

function citationBody({ text, at, path, startLine, endLine, source }: Citation): EndEvent['citations'][number] {
  return { text, at, file_path: path, start_line: startLine, end_line: endLine, source };
}
