/**
 * Computes one score for each chunk and file from the scores of the retrievers, each divided by the
 * best of the query, and added. Reciprocal rank fusion ignores the gaps between scores, and was .03
 * worse in measurements. Pure; the same input gives the same order.
 */

import { groupBy } from '../../base/lists.ts';
import {
  fileFeaturesOf,
  isDeclarationBeside,
  isPartBeside,
  type Penalised,
  packageDepth,
} from '../../languages/fileFeatures.ts';
import { NO_ANCHORS } from '../anchors.ts';
import type { RetrievedChunk } from '../retrieve.ts';
import { FEATURES, type Feature, type Weights } from './weights.ts';

/**
 * Weights of the best, second and third chunk of a file: three good places say more than one, but
 * thirty no more than three.
 */
const FALLOFF = [1, 0.5, 0.25] as const;

/**
 * The loss of the remains of a code file, such as imports, when the chunk to show is chosen: they
 * hold many words and say little. No set gains or loses by it.
 */
const REMAINS = 0.2;

/** A file that the question names, not only its folder, has more points. */
const LEAST_NAMED = 2.5;

/** A test quotes the message that other code makes. */
const QUOTED_BY_TEST = 0.4;

/** Deeper folders add nothing: in a whole repository many right answers are deep. */
const DEEPEST = 3;

export interface FusedFile {
  path: string;
  /** The sum of features × weights. */
  score: number;
  /**
   * The part of the score that only the file's first chunk gets, because the question names the
   * file.
   */
  bonus?: number;
  /** Before weights. Features that speak against a file are negative. */
  features: Record<Feature, number>;
  /** All translations of a text have one. Other files have none. */
  translation?: string;
  /** Best first. */
  chunks: FusedChunk[];
}

export interface FusedChunk {
  chunk: RetrievedChunk;
  /** The chunk's own share, for choosing which chunk of the file to show. */
  own: number;
}

export interface FuseOptions {
  /** The mean cosine of the query with all chunks of the view. */
  meanCosine: number;
  /** That mean for the beginning of a report; null for other questions. */
  leadMean: number | null;
  weights: Weights;
  /** The kinds of files that the query asks for. */
  asked: ReadonlySet<Penalised>;
  /** True if it is worded as a question: a document in `docs` loses for it only once. */
  isQuestion: boolean;
  /** True if it asks for the tests of what it names. */
  wantsTests: boolean;
  /** The folder in which the caller works, '' for none. */
  scope: string;
  /** Folders that hold packages. */
  packages: ReadonlySet<string>;
}

export interface Scale extends ReadingScale {
  /** The scale for the beginning of a report; null for other questions. */
  lead: ReadingScale | null;
}

interface ReadingScale {
  bestCosine: number;
  extremes: Extremes;
}

/** The best values of any file or chunk; scores are divided by them. */
interface Extremes {
  words: number;
  /** The best value of a whole file. */
  fileWords: number;
  fileVectors: number;
}

/** Returns a function that maps the mean to 0 and the best to 1. */
function cosineScale(meanCosine: number, bestCosine: number): (cosine: number) => number {
  const spread = bestCosine - meanCosine;
  return (cosine) => (spread > 0 ? Math.max(0, (cosine - meanCosine) / spread) : 0);
}

function mostOf<T>(items: Iterable<T>, of: (item: T) => number, least = 0): number {
  let most = least;
  for (const item of items) most = Math.max(most, of(item));
  return most;
}

/** The chunks of one repository, and the embedder that scored them. */
export interface Scored {
  fingerprint: string;
  meanCosine: number;
  leadMean: number | null;
  chunks: readonly RetrievedChunk[];
}

/**
 * Makes scores of several repositories comparable. Only cosines of the same embedder can be
 * compared, so each embedder has a scale; words share one.
 * @returns scales by the embedder's fingerprint
 */
export function scalesOf(found: readonly Scored[]): ReadonlyMap<string, Scale> {
  const scales = readingScales(found);
  const leading = found.flatMap(({ leadMean, chunks, fingerprint }) =>
    leadMean === null ? [] : [{ fingerprint, meanCosine: leadMean, chunks: chunks.map(asLead) }],
  );
  const leads = readingScales(leading);
  return new Map(
    [...scales].map(([fingerprint, scale]) => [fingerprint, { ...scale, lead: leads.get(fingerprint) ?? null }]),
  );
}

/** Returns the chunk with the scores for the beginning of the report. */
function asLead(chunk: RetrievedChunk): RetrievedChunk {
  return chunk.lead ?? chunk;
}

function readingScales(found: readonly Omit<Scored, 'leadMean'>[]): Map<string, ReadingScale> {
  const scales = new Map<string, ReadingScale>();
  let [words, fileWords] = [0, 0];
  for (const [fingerprint, members] of groupBy(found, (one) => one.fingerprint)) {
    const bestCosine = mostOf(
      members,
      ({ chunks, meanCosine }) => mostOf(chunks, ({ cosine }) => cosine, meanCosine),
      -1,
    );
    const files = members.flatMap(({ chunks, meanCosine }) => {
      const aboveMean = cosineScale(meanCosine, bestCosine);
      return [...byFile(chunks).values()].map((own) => fileScores(own, aboveMean));
    });
    words = mostOf(members, ({ chunks }) => mostOf(chunks, (chunk) => chunk.words), words);
    fileWords = mostOf(files, (file) => file.words, fileWords);
    const fileVectors = mostOf(files, ({ vectors }) => vectors);
    scales.set(fingerprint, { bestCosine, extremes: { words: 0, fileWords: 0, fileVectors } });
  }
  for (const { extremes } of scales.values()) Object.assign(extremes, { words, fileWords });
  return scales;
}

/**
 * @param scale of everything that is ranked together
 * @returns files, best first; ties are ordered by path in code units
 */
export function fuse(chunks: readonly RetrievedChunk[], scale: Scale, options: FuseOptions): FusedFile[] {
  const { meanCosine, leadMean, weights, asked, isQuestion, wantsTests } = options;
  const main = createEvidence(scale, meanCosine);
  const { aboveMean } = main;
  const worthOfTest = wantsTests ? 1 : asked.has('test') ? 0 : -1;
  const lead = leadMean === null || scale.lead === null ? null : createEvidence(scale.lead, leadMean);
  // Prose of commentary is more similar to questions than code is, so its cosine has its own scale.
  const proseAboveMean = (prose: RetrievedChunk['prose']): number =>
    prose === undefined ? 0 : Math.min(1, aboveMean(prose.cosine));
  const grouped = byFile(chunks);
  const files = [...grouped].map(([path, own]) => ({
    path,
    own,
    known: fileFeaturesOf(path, own[0]!.row.language),
    depth: packageDepth(path, options.packages),
    evidence: lead === null ? main.ofFile(own) : together(main.ofFile(own), lead.ofFile(own.map(asLead))),
  }));
  const shallowest = files.reduce((least, { depth }) => Math.min(least, depth), Number.POSITIVE_INFINITY);
  const isCandidate = (path: string): boolean => grouped.has(path);
  const symbols = new Map(files.map(({ path, evidence }) => [path, evidence.symbol]));
  const fused = files.map(({ path, own, known, depth, evidence }): FusedFile => {
    // If only the header defines what is asked for, it is not a mere declaration.
    const declares = isDeclarationBeside(path, (other) => (symbols.get(other) ?? -1) >= symbols.get(path)!);
    const { namedPath, frame, defined } = own[0]!.anchors ?? NO_ANCHORS;
    const worth = known.test && !asked.has('test') ? QUOTED_BY_TEST : 1;
    const quoted = worth * own.reduce((best, chunk) => Math.max(best, chunk.quoted ?? 0), 0);
    const bonus = lead === null ? weights.namedPath * namedPath + weights.quoted * quoted : 0;
    // A file in a named folder may still be a test.
    const isNamed = lead === null && weights.namedPath * namedPath > LEAST_NAMED;
    const against = (present: boolean, kind: Penalised): number => (present && !isNamed && !asked.has(kind) ? -1 : 0);
    const isDocument = known.example && known.prose;
    // Each name is written out: an object of this size made with `...` takes ten times the memory.
    const features: Record<Feature, number> = {
      words: evidence.words,
      vectors: evidence.vectors,
      bestVector: evidence.bestVector,
      coverage: evidence.coverage,
      name: evidence.name,
      symbol: evidence.symbol,
      symbolSize: evidence.symbolSize,
      typeName: evidence.typeName,
      functionName: evidence.functionName,
      namedPath,
      quoted,
      frame,
      defined,
      graph: mostOf(own, ({ near }) => near?.score ?? 0),
      commentary: mostOf(own, ({ prose }) => prose?.coverage ?? 0),
      commentaryVector: mostOf(own, ({ prose }) => proseAboveMean(prose)),
      // A file with some unit tests is code. If it has only unit tests, it is a test.
      test: wantsTests
        ? Number(known.test || own.some(isUnitTest))
        : against(known.test || own.every(isUnitTest), 'test'),
      example: against(known.example && !(isDocument && isQuestion && !asked.has('prose')), 'example'),
      legacy: against(known.legacy, 'legacy'),
      prose: against(known.prose && !(isDocument && asked.has('example')), 'prose'),
      component: against(known.component, 'component'),
      declaration: declares ? -1 : 0,
      part: !known.test && !declares && isPartBeside(path, isCandidate) ? -1 : 0,
      foreign: against(known.foreign, 'foreign'),
      depth: Math.max(shallowest - depth, -DEEPEST),
      scope: shareOfScope(path, options.scope),
    };
    const ranked = own.map((chunk) => ({
      chunk,
      own:
        main.ofChunk(chunk, weights) +
        (lead === null ? 0 : LEAD_SHARE * lead.ofChunk(asLead(chunk), weights)) +
        weights.graph * (chunk.near?.score ?? 0) +
        weights.commentary * (chunk.prose?.coverage ?? 0) +
        weights.commentaryVector * proseAboveMean(chunk.prose) -
        (chunk.row.kind === 'text' && !known.prose ? REMAINS : 0) +
        (chunk.isUnitTest && !known.test ? worthOfTest * weights.test : 0),
    }));
    // Chunks to which a stack frame or a written line leads come first.
    const most = mostOf(ranked, ({ own }) => own, Number.NEGATIVE_INFINITY);
    for (const one of ranked) {
      if (one.chunk.place !== undefined) one.own = most - (1 - one.chunk.place) * (most - one.own);
    }
    // If the question names the file but the file has none of its words, its beginning is shown.
    const isSilent = isNamed && own.every(({ coverage, symbol }) => coverage === 0 && symbol === 0);
    ranked.sort(
      (a, b) =>
        (isSilent ? 0 : b.own - a.own) ||
        (b.chunk.place ?? 0) - (a.chunk.place ?? 0) ||
        a.chunk.row.startLine - b.chunk.row.startLine ||
        a.chunk.row.startByte - b.chunk.row.startByte,
    );
    const score = FEATURES.reduce((sum, name) => sum + weights[name] * features[name], 0);
    const { translation } = known;
    const rare = { ...(bonus === 0 ? {} : { bonus }), ...(translation === null ? {} : { translation }) };
    return { path, score, features, chunks: ranked, ...rare };
  });
  return fused.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

const isUnitTest = (chunk: RetrievedChunk): boolean => chunk.isUnitTest;

/** The features of a file that depend on the text that is searched for. */
type Evidence = Pick<
  Record<Feature, number>,
  'words' | 'vectors' | 'bestVector' | 'coverage' | 'name' | 'symbol' | 'symbolSize' | 'typeName' | 'functionName'
>;

function createEvidence({ bestCosine, extremes }: ReadingScale, meanCosine: number) {
  const aboveMean = cosineScale(meanCosine, bestCosine);
  return {
    aboveMean,
    ofFile(own: readonly RetrievedChunk[]): Evidence {
      const { words, vectors } = fileScores(own, aboveMean);
      const { name } = own[0]!;
      return {
        words: words / (extremes.fileWords || 1),
        vectors: vectors / (extremes.fileVectors || 1),
        bestVector: mostOf(own, (chunk) => aboveMean(chunk.cosine)),
        coverage: mostOf(own, (chunk) => chunk.coverage),
        name,
        symbol: mostOf(own, (chunk) => chunk.symbol),
        symbolSize: mostOf(own, (chunk) => chunk.symbolSize),
        typeName: mostOf(own, (chunk) => chunk.typeName),
        functionName: Math.max(0, mostOf(own, (chunk) => chunk.functionName) - name),
      };
    },
    ofChunk: ({ words, cosine, symbol, symbolSize, functionName }: RetrievedChunk, weights: Weights): number =>
      (weights.words * words) / (extremes.words || 1) +
      (weights.vectors + weights.bestVector) * aboveMean(cosine) +
      2 * weights.symbol * symbol +
      weights.symbolSize * symbolSize +
      weights.functionName * functionName,
  };
}

/** The weight of a report's beginning, beside the whole report. */
const LEAD_SHARE = 0.5;

function together(main: Evidence, lead: Evidence): Evidence {
  const names = Object.keys(main) as (keyof Evidence)[];
  return Object.fromEntries(names.map((name) => [name, main[name] + LEAD_SHARE * lead[name]])) as Evidence;
}

function byFile(chunks: readonly RetrievedChunk[]): Map<string, RetrievedChunk[]> {
  return groupBy(chunks, ({ path }) => path);
}

function fileScores(own: readonly RetrievedChunk[], aboveMean: (cosine: number) => number) {
  return {
    words: falling(own, ({ words }) => words),
    vectors: falling(own, ({ cosine }) => aboveMean(cosine)),
  };
}

/** @param scoreOf ≥ 0 */
function falling(own: readonly RetrievedChunk[], scoreOf: (chunk: RetrievedChunk) => number): number {
  let [first, second, third] = [0, 0, 0];
  for (const chunk of own) {
    const score = scoreOf(chunk);
    if (score > first) [first, second, third] = [score, first, second];
    else if (score > second) [second, third] = [score, second];
    else if (score > third) third = score;
  }
  return FALLOFF[0] * first + FALLOFF[1] * second + FALLOFF[2] * third;
}

/** Returns the share of the scope's folders, from the root on, that the path has too: 0 to 1. */
function shareOfScope(path: string, scope: string): number {
  const wanted = scope.split('/').filter((folder) => folder !== '');
  if (wanted.length === 0) return 0;
  const folders = path.split('/').slice(0, -1);
  const apart = wanted.findIndex((folder, at) => folders[at] !== folder);
  return (apart === -1 ? wanted.length : apart) / wanted.length;
}
