/**
 * One index of the page, opened where it lies: what every question needs is read at once, of the
 * rest what a question asks for. The vectors, and the weights that turn a question into one, come
 * beside: until they are here, searches rank by words and names.
 */

import type { Embedder, EmbedderInfo } from '../../base/types.ts';
import { builtinModelOf, createBuiltinEmbedder, weightsIn } from '../../embed/builtin.ts';
import { createHashEmbedder } from '../../embed/hash.ts';
import { PackedRanges, PartOfRanges } from '../../engine/packedRanges.ts';
import type { SearchColumn, SearchReader } from '../../engine/rowReader.ts';
import { SegmentReader } from '../../engine/segment.ts';
import { SegmentRows } from '../../engine/segmentRows.ts';
import type { SymbolContext } from '../../graph/readFiles.ts';
import { noCommits } from '../../search/answerNotes.ts';
import type { SearchContext } from '../../search/members.ts';
import type { PageIndex, PagesFile } from '../../share/pagesFile.ts';
import type { CallerView } from '../../view/callerView.ts';
import { numbersOf } from '../../view/statistics.ts';
import { viewAlone } from '../../view/viewFiles.ts';
import { CachedPages, cachedWhole } from './cachedPages.ts';
import { fetchWhole, openFile } from './fetchFile.ts';
import { unpacked } from './inflate.ts';
import type { IndexState } from './transport.ts';

const noCommitsHere: SearchContext['history'] = async ({ history }) =>
  history === null
    ? null
    : noCommits(history, 'This page knows no commits, tags and branches: only code was searched.');

export interface OpenPageIndex {
  context: SearchContext;
  symbols: SymbolContext;
  view: CallerView;
  /** Begins to bring what makes answers whole; to be called when nobody waits for an answer. */
  deepen(): void;
}

/**
 * Opens an index of the page.
 * @param note is told how far it is
 * @throws CoraError NETWORK, BROKEN_INDEX, …
 */
export async function openPageIndex(
  index: PageIndex,
  model: PagesFile['model'],
  note: (state: IndexState) => void,
): Promise<OpenPageIndex> {
  const state = new StateOf(index, note);
  try {
    state.set({ phase: 'opening' });
    const pages = await CachedPages.open(index.file);
    const file = await openFile(index, pages, (count) => state.arrived(count));
    const [offset, size] = index.segment;
    const [packed, segment] = await Promise.all([
      file.ranges.read(...index.view),
      PackedRanges.open(new PartOfRanges(file.ranges, offset, size)).then(SegmentReader.open),
    ]);
    const view = await readPackedView(packed, segment, index);
    const rows = await SegmentRows.of(segment);
    const deep = new Deepening(index.embedder, segment, model);
    const store = readerOf(rows, deep);
    const reading = Promise.resolve(store);
    state.set({ phase: 'words', isWhole: file.isWhole, done: 0, total: deep.missing });
    const context = {
      ...{ caller: null, store: reading, prose: null, history: noCommitsHere },
      ...{ embedder: deep.embedder, reranker: null, rows: new Map(), paths: new Map() },
    };
    let isBegun = false;
    const deepen = (): void => {
      if (isBegun) return;
      isBegun = true;
      state.set({ done: 0, total: deep.missing });
      void deep.begin((count) => state.arrived(count)).then((end) => state.set(end));
    };
    // What an earlier visit has kept costs nobody a wait.
    if ((segment.missingVectors ?? 0) === 0) deepen();
    return { context, view, symbols: { store, view }, deepen };
  } catch (error) {
    state.set({ phase: 'failed', problem: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}

/** Returns the state of an index that nobody has asked for. */
export function waiting({ id }: PageIndex): IndexState {
  return { id, phase: 'waiting', done: 0, total: 0, isWhole: false, problem: null };
}

/** Milliseconds between two words on how far it is. */
const QUIET = 100;

class StateOf {
  #state: IndexState;
  readonly #note: (state: IndexState) => void;
  #later: ReturnType<typeof setTimeout> | null = null;

  constructor(index: PageIndex, note: (state: IndexState) => void) {
    this.#state = waiting(index);
    this.#note = note;
  }

  set(changed: Partial<IndexState>): void {
    this.#state = { ...this.#state, ...changed };
    this.#note(this.#state);
  }

  arrived(count: number): void {
    const { done, total } = this.#state;
    this.#state = { ...this.#state, done: total === 0 ? done + count : Math.min(total, done + count) };
    this.#later ??= setTimeout(() => {
      this.#later = null;
      this.#note(this.#state);
    }, QUIET);
  }
}

/** The vectors of an index and what makes one of a question, on their way. */
class Deepening {
  /** Gives the zero vector, which is near to nothing, until all is here. */
  readonly embedder: Embedder;
  isReady = false;
  readonly #segment: SegmentReader;
  readonly #model: PagesFile['model'];
  #own: Embedder | null = null;

  constructor(info: EmbedderInfo, segment: SegmentReader, model: PagesFile['model']) {
    this.#segment = segment;
    this.#model = model;
    this.embedder = {
      ...info,
      embed: async (texts, kind, signal) =>
        this.isReady ? this.#own!.embed(texts, kind, signal) : texts.map(() => new Float32Array(info.dimensions)),
    };
  }

  /** The bytes that have to come. */
  get missing(): number {
    return (this.#segment.missingVectors ?? 0) + (this.embedder.id === 'builtin' ? (this.#model?.bytes ?? 0) : 0);
  }

  async begin(onBytes: (count: number) => void): Promise<Partial<IndexState>> {
    const { id, fingerprint } = this.embedder;
    const other = `the vectors are of the embedder ${id}, which this page does not have.`;
    try {
      const making = this.#makeEmbedder(onBytes);
      if (making === null) return { phase: 'lexical', problem: other };
      const [own] = await Promise.all([making, this.#segment.vectors()]);
      if (own.fingerprint !== fingerprint) return { phase: 'lexical', problem: other };
      this.#own = own;
      this.isReady = true;
      return { phase: 'ready' };
    } catch (error) {
      return { phase: 'lexical', problem: error instanceof Error ? error.message : String(error) };
    }
  }

  /** @returns null for one that is not built in */
  #makeEmbedder(onBytes: (count: number) => void): Promise<Embedder> | null {
    const { id, dimensions } = this.embedder;
    const model = this.#model;
    if (/^hash\b/.test(id)) return Promise.resolve(createHashEmbedder(dimensions));
    if (id !== 'builtin' || model === null) return null;
    const reading = cachedWhole(model.file, () => fetchWhole(model, onBytes));
    return reading.then((weights) => createBuiltinEmbedder(builtinModelOf(weightsIn(weights))));
  }
}

/** Reads no vectors until all are here. */
function readerOf(rows: SegmentRows, deep: Deepening): SearchReader {
  const without = <C extends SearchColumn>(columns: readonly C[]): readonly C[] =>
    deep.isReady ? columns : columns.filter((column) => column !== 'vector');
  return {
    blobKeys: () => rows.blobKeys(),
    rows: (selection, columns) => rows.rows(selection, without(columns)),
    rowsByBlob: (blobs, columns) => rows.rowsByBlob(blobs, without(columns) as typeof columns),
    scan: (columns) => rows.scan(without(columns) as typeof columns),
    redactedRows: () => rows.redactedRows(),
    rowsWithTerms: (terms, most, columns = [], isWanted = undefined) =>
      rows.rowsWithTerms(terms, most, without(columns), isWanted),
    bestByWords: (ranking, isWanted, limit, columns = [], beside = []) =>
      rows.bestByWords(ranking, isWanted, limit, without(columns), beside),
    bestByVector: (vector, isWanted, limit, columns = [], beside = []) =>
      rows.bestByVector(vector, isWanted, limit, without(columns), beside),
    readTerms: (terms) => rows.readTerms(terms),
    termsWith: (start) => rows.termsWith(start),
    // Vectors are brought by themselves: see Deepening.
    afar: null,
    // What was read is kept by pages.
    keepInMemory: () => undefined,
    close: () => rows.close(),
  };
}

/** The part of view.json.gz that questions need: share/artifact/viewMember.ts writes it. */
interface PackedView {
  files: [path: string, blob: number][];
  chunks: number;
  tokens: number;
  words: number;
  vectorSum: number[];
  rowsDigest: number[];
}

/** Bytes that a view may unpack to: that of a million files is smaller. */
const MOST = 2 ** 28;

async function readPackedView(
  packed: Uint8Array,
  segment: SegmentReader,
  { repository, commit }: PageIndex,
): Promise<CallerView> {
  const bytes = await unpacked(packed, 'gzip', MOST);
  const view = JSON.parse(new TextDecoder().decode(bytes)) as PackedView;
  await segment.prepare();
  const blobs = Array.from({ length: segment.header.blobs }, (_, blob) => ({
    blob: segment.shaOf(blob),
    language: segment.languageOf(blob),
  }));
  const files = view.files.map(([path, number]) => ({ path, ...blobs[number]! }));
  const { chunks, tokens, words, vectorSum, rowsDigest } = view;
  const sums = { vectorSum: Float64Array.from(vectorSum), rowsDigest: Uint32Array.from(rowsDigest) };
  const numbers = numbersOf({ chunks, tokens, words, ...sums }, await segment.frequencies());
  return viewAlone({ commit, repository, files }, numbers);
}
