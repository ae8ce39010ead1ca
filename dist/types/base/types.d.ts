/**
 * The words that the stages share: what a view, a chunk and a row are, and the ports behind which
 * LanceDB, git and the embedding models stand. Types only; nothing here runs.
 */
import type { CommentaryPlan, CommentaryReport } from './answerTypes.ts';
/** The kind of a chunk, in the words of its language or document. */
export type ChunkKind = 'function' | 'method' | 'class' | 'interface' | 'type' | 'enum' | 'constant' | 'module' | 'section' | 'object' | 'text';
export type ReferenceKind = 'import' | 'call' | 'inherit' | 'type' | 'link';
/**
 * A name that a chunk mentions. `from` is the module of an import, or the receiver of a call
 * (`client` in `client.get()`).
 */
export interface Reference {
    name: string;
    kind: ReferenceKind;
    from?: string;
}
/**
 * A name that a chunk introduces. Lines are 1-based and inclusive and span the whole definition,
 * even where its members are other chunks.
 */
export interface Definition {
    name: string;
    kind: ChunkKind;
    startLine: number;
    endLine: number;
}
/**
 * A contiguous range of whole lines of one blob (or a byte range inside one overlong line). Lines
 * are 1-based, inclusive; bytes half-open.
 */
export interface Chunk {
    kind: ChunkKind;
    /**
     * The name of what is defined, '' for plain text. A group of small definitions carries the first
     * one's.
     */
    symbol: string;
    /** Names of the enclosing definitions or headings, outermost first. */
    scope: string[];
    /** The declaration without its body, on one line; '' for plain text. */
    signature: string;
    /** The parser's node type, 'lines' where no parser understood the content. */
    nodeType: string;
    /**
     * The secrets that were written over in the blob before it was cut into chunks: `LINE:RULE` of
     * each, separated by spaces; mostly ''.
     */
    redacted: string;
    /** Its whole definition, and where what is shown of it may begin and end: see frame.ts. */
    frame: string;
    startLine: number;
    endLine: number;
    startByte: number;
    endByte: number;
    /** 1-based position among the `parts` pieces of a definition that was too large for one chunk. */
    part: number;
    parts: number;
    /**
     * The symbol path ('Outer.inner') of the definition that this is a part or a member of, '' at the
     * top.
     */
    parentChunk: string;
    text: string;
    /** The documentation comment or docstring, without its marks; '' where there is none. */
    doc: string;
    defines: Definition[];
    references: Reference[];
}
/**
 * A chunk with its words, split where it was parsed so that tokenising runs beside the parsers. See
 * words.ts.
 */
export interface PreparedChunk extends Chunk {
    /** Pre-split, stemmed words, separated by single spaces, plus `def:` and `ref:` tokens. */
    searchText: string;
    /**
     * The number of words of the text (BM25's length), without joined identifiers and without
     * `def:`/`ref:` tokens.
     */
    tokens: number;
}
/**
 * The result of the chunker for one blob. `note` tells why a fallback was used (it is reported,
 * never silent).
 */
export interface ChunkedBlob {
    chunks: PreparedChunk[];
    note: string | null;
}
/**
 * A chunk as the table holds it: a function of blob bytes, language, chunker and embedder, and of
 * nothing else.
 */
export interface ChunkRow extends PreparedChunk {
    /** 16 hex digits of a hash of blob, language, byte range and chunker version. */
    chunkId: string;
    /** The Git object name of the blob, lower-case hex, 40 (SHA-1) or 64 (SHA-256) digits. */
    blobSha: string;
    language: string;
    /** Hash of what is embedded, so that equal content is embedded once. */
    contentHash: string;
    /** The vector, of length one but for rounding (engine/byteVectors.ts); float16 in the table. */
    vector: Float32Array;
}
/** One regular file of a Git tree or of the working tree. */
export interface TreeFile {
    path: string;
    blob: string;
    /** Bytes. */
    size: number;
    /** The mode as Git prints it: '100644', '100755'; '120000' is a link, '160000' a submodule. */
    mode: string;
}
export type SkipReason = 'excluded' | 'ignored' | 'generated' | 'vendored' | 'lock-file' | 'minified' | 'media' | 'archive' | 'binary' | 'secret' | 'too-large' | 'filtered' | 'submodule' | 'link' | 'not-regular' | 'unreadable'
/** Staged, and left out of the working tree by a sparse checkout. */
 | 'not-checked-out'
/** A partial clone has not fetched it. */
 | 'missing-blob'
/** A damaged repository has lost it. */
 | 'missing-object' | 'empty';
export interface SkippedFile {
    path: string;
    reason: SkipReason;
    detail?: string;
}
export interface FailedFile {
    path: string;
    error: string;
}
/** The blobs that views have. */
export interface ViewedBlobs {
    /** Those of one view. */
    now: ReadonlySet<BlobKey>;
    /** Those of all views that are kept. */
    kept(): Promise<ReadonlySet<BlobKey>>;
}
/** A file that belongs to the index. */
export interface ViewFile extends TreeFile {
    language: string;
}
/**
 * path → blob of one commit or working tree, after include, exclude and ignore rules. Sorted by
 * path in code units.
 */
export interface View {
    files: ViewFile[];
    skipped: SkippedFile[];
    /** Skipped files whose content the repository does not hold. */
    missing: ViewFile[];
    /** Only where `files` are one shard's. */
    shard?: Shard;
}
/**
 * One of `count` parts of a view that are built apart; `index` counts from 1. Blobs belong to
 * shards by their SHA: indexing/takeShard.ts.
 */
export interface Shard {
    index: number;
    count: number;
}
/** One line of `cora files`. */
export interface CatalogueEntry {
    path: string;
    /** Against HEAD: always 'committed' in a list of another revision. */
    status: 'committed' | 'modified' | 'untracked';
    size_bytes: number;
    /**
     * The time of the working tree's file; null in a bare repository or for a file that is not
     * checked out.
     */
    mtime_ms: number | null;
    is_binary: boolean;
    language: string;
    /** Null for an uncommitted file that was not looked into. */
    blob: string | null;
    indexed: boolean;
    reason: SkipReason | null;
}
/** Rows are keyed by blob and language: the same bytes as C and as C++ are two sets of chunks. */
export type BlobKey = `${string}:${string}`;
/** Tells how to name an embedding model, and what tells its vectors apart from all others'. */
export interface EmbedderInfo {
    id: string;
    dimensions: number;
    /** Changes whenever the same text could give another vector. */
    fingerprint: string;
}
/**
 * Text in, unit vectors out, in the order given. Documents and queries may be embedded differently.
 */
export interface Embedder extends EmbedderInfo {
    /**
     * @param texts any length; the provider cuts them into batches and truncates what its model
     * cannot take
     * @returns one Float32Array of `dimensions` per text, unit length (all zeros for a text without
     * any token)
     * @throws CoraError EMBEDDER_* with the next command to type
     */
    embed(texts: string[], kind: 'document' | 'query', signal?: AbortSignal): Promise<Float32Array[]>;
}
/** Reads the query and a text together: better than vectors, and much slower. */
export interface Reranker {
    /**
     * @returns a score for each text, in the order given; higher is better, the scale is the model's.
     * @throws CoraError EMBEDDER
     */
    score(query: string, texts: readonly string[]): Promise<number[]>;
}
/**
 * Secrets that were found by content and written over, of all files of a view, and in how many
 * files they were.
 */
export interface RedactedCount {
    secrets: number;
    files: number;
}
/** The last built commit. Written last and atomically; `times` is left out of the digest. */
export interface RepoState {
    formatVersion: number;
    toolVersion: string;
    repository: string;
    commit: string;
    tree: string;
    embedder: EmbedderInfo;
    chunker: {
        version: number;
        fingerprint: string;
    };
    optionsHash: string;
    /** Only where its files are one shard's. */
    shard?: Shard;
    /** The id of the view that holds its files. */
    view: string;
    /** By path, with chunk ids: only in an unpacked index. */
    files?: Record<string, {
        blob: string;
        language: string;
        chunks: string[];
    }>;
    skipped: SkippedFile[];
    failed: FailedFile[];
    counts: {
        files: number;
        chunks: number;
        bytes: number;
    };
    redacted: RedactedCount;
    digest: string;
    /** `lookedAt` is the time of the last run that looked at every byte; missing before the first. */
    times: {
        builtAt: string;
        tookMs: number;
        lookedAt?: string;
    };
}
/** The JSON that `cora index --json` prints. */
export interface IndexReport {
    commit: string;
    /** The shard of --shard: all numbers are of this part. */
    shard?: Shard;
    files: number;
    chunks: number;
    /** Blobs that were read and chunked in this run. */
    computed: number;
    /** Vectors computed in this run. */
    embedded: number;
    /** Blobs of the view whose rows were there already. */
    reused: number;
    /**
     * Files of the last indexed view that this one no longer has, under this or another name; their
     * rows stay for other branches until gc.
     */
    removed: number;
    skipped: SkippedFile[];
    failed: FailedFile[];
    /** Files that were chunked by lines because their parser could not. */
    notes: {
        path: string;
        note: string;
    }[];
    /** The count for the whole view, whichever run found them. Missing in a dry run. */
    redacted?: RedactedCount;
    tookMs: number;
    dryRun: boolean;
    /** Missing in a dry run and for a shard. */
    history?: HistoryReport;
    /**
     * The numbers of uncommitted files: present only where there are more of them than a query reads
     * by itself.
     */
    edits?: {
        blobs: number;
        chunks: number;
    };
    /**
     * Files that have no rows yet, because no index is built here: only after a pull without
     * LanceDB's binary. Questions read some of them by themselves.
     */
    late?: number;
    /** Only where a language model was chosen. */
    commentary?: CommentaryReport;
    /**
     * Folders of indexes that other versions of Cora left: an older one may hold secrets that this
     * version hides. Missing where there is none.
     */
    otherVersions?: string[];
}
/** The report of a run about the search in commit messages. */
export interface HistoryReport {
    /** Commits that are new in the table. */
    added: number;
    tookMs: number;
}
/** Variables of a process, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;
/**
 * Takes what is said of a run: where progress and warnings go. The core never prints; an entry
 * decides.
 */
export interface Log {
    info(message: string): void;
    /** @param hint the next command to type */
    warn(message: string, hint?: string): void;
    debug(message: string): void;
}
/** Progress of a long run: `done` of `total` units of `phase`; `detail` for a person. */
export interface Progress {
    phase: 'commentary' | 'fetch' | 'download' | 'upload' | 'publish' | 'check' | 'plan' | 'chunk' | 'store' | 'finish';
    done: number;
    total: number;
    chunks: number;
}
/** Watches a long run, and may end it. */
export interface Watch {
    onProgress(progress: Progress): void;
    signal?: AbortSignal;
    /** Asked before a language model is; without it, it is. */
    confirmCommentary?(plan: CommentaryPlan): Promise<boolean>;
}
/** A secret that was written over in what is indexed. */
export interface RedactedSecret {
    path: string;
    /** 1-based. */
    line: number;
    /** The id of the rule: docs/secrets.md. */
    rule: string;
}
