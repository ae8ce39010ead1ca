/**
 * Types that the rooms share: views, chunks, rows, and the interfaces of embedding models. Types
 * only; nothing here runs.
 */
import type { CommentaryPlan, CommentaryReport } from './answerTypes.ts';
/** The kinds of chunks, in the words of programming languages and documents. */
export type ChunkKind = 'function' | 'method' | 'class' | 'interface' | 'type' | 'enum' | 'constant' | 'module' | 'section' | 'object' | 'text';
export type ReferenceKind = 'import' | 'call' | 'inherit' | 'type' | 'link';
/** A `use` is any other mention in code, such as a constant. No row has it: the text is read. */
export type MentionKind = ReferenceKind | 'use';
/**
 * A name that a chunk mentions. `from` is the module of an import, or the receiver of a call
 * (`client` in `client.get()`).
 */
export interface Reference<K extends MentionKind = ReferenceKind> {
    name: string;
    kind: K;
    from?: string;
}
/**
 * A name that a chunk defines. The lines, 1-based and inclusive, are those of the whole definition,
 * even if its members are other chunks.
 */
export interface Definition {
    name: string;
    kind: ChunkKind;
    startLine: number;
    endLine: number;
}
/**
 * A range of whole lines of one blob, or of bytes within one overlong line. Lines are 1-based and
 * inclusive; the end of bytes is excluded.
 */
export interface Chunk {
    kind: ChunkKind;
    /** The defined name, '' for plain text. A group of small definitions has the first one's name. */
    symbol: string;
    /** Names of the enclosing definitions or headings, outermost first. */
    scope: string[];
    /** The declaration without its body, on one line; '' for plain text. */
    signature: string;
    /** The parser's type of node, or 'lines' if no parser read it. */
    nodeType: string;
    /**
     * The secrets that were overwritten in the blob before it was chunked: `LINE:RULE` of each,
     * separated by spaces. It is mostly empty.
     */
    redacted: string;
    /** The lines of its whole definition, and where an excerpt may begin and end: see frame.ts. */
    frame: string;
    startLine: number;
    endLine: number;
    startByte: number;
    endByte: number;
    /**
     * A definition that is too large for one chunk is cut into `parts` pieces. This is the piece's
     * number, from 1.
     */
    part: number;
    parts: number;
    /**
     * The symbol path ('Outer.inner') of the definition that this one is a part or a member of; '' at
     * the top level.
     */
    parentChunk: string;
    text: string;
    /** The documentation comment or docstring without its marks; '' if there is none. */
    doc: string;
    defines: Definition[];
    references: Reference[];
}
/**
 * A chunk with its words. The thread that parses it also splits them, beside the other parsers. See
 * words.ts.
 */
export interface PreparedChunk extends Chunk {
    /** Split and stemmed words, separated by single spaces, with `def:` and `ref:` tokens. */
    searchText: string;
    /**
     * The number of words of the text, which is the length in BM25. Joined identifiers and
     * `def:`/`ref:` tokens do not count.
     */
    tokens: number;
}
/** The chunks of one blob. `note` says why a fallback was used; it is always reported. */
export interface ChunkedBlob {
    chunks: PreparedChunk[];
    note: string | null;
}
/**
 * A chunk as the table holds it. It depends on the blob's bytes, the language, the chunker and the
 * embedder, and on nothing else.
 */
export interface ChunkRow extends PreparedChunk {
    /** 16 hex digits of a hash of blob, language, byte range and chunker version. */
    chunkId: string;
    /** The blob's name in git: 40 (SHA-1) or 64 (SHA-256) hex digits in lower case. */
    blobSha: string;
    language: string;
    /** A hash of the text that is embedded. Equal texts are embedded once. */
    contentHash: string;
    /**
     * The embedding. Its length is one, up to rounding (engine/byteVectors.ts). The table holds it as
     * float16.
     */
    vector: Float32Array;
}
/** One regular file of a Git tree or of the working tree. */
export interface TreeFile {
    path: string;
    blob: string;
    /** In bytes. */
    size: number;
    /**
     * The mode as git prints it: '100644' and '100755' are files, '120000' is a link, '160000' a
     * submodule.
     */
    mode: string;
}
export type SkipReason = 'excluded' | 'ignored' | 'generated' | 'vendored' | 'lock-file' | 'minified' | 'media' | 'archive' | 'binary' | 'secret' | 'too-large' | 'filtered' | 'submodule' | 'link' | 'not-regular' | 'unreadable'
/** In the index of git, but left out of the working tree by a sparse checkout. */
 | 'not-checked-out'
/** Not fetched yet by a partial clone. */
 | 'missing-blob'
/** Missing from a damaged repository. */
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
/** Blobs of the views. */
export interface ViewedBlobs {
    /** The blobs of the current view. */
    now: ReadonlySet<BlobKey>;
    /** Reads the blobs of all views that the store keeps. */
    kept(): Promise<ReadonlySet<BlobKey>>;
}
/** A file that is indexed. */
export interface ViewFile extends TreeFile {
    language: string;
}
/**
 * A map path → blob of one commit or working tree, after include, exclude and ignore rules. Files
 * are sorted by path, in code units.
 */
export interface View<F = ViewFile> {
    files: F[];
    skipped: SkippedFile[];
    /** Skipped files whose content the repository does not have. */
    missing: ViewFile[];
    /** Only if `files` are those of one shard. */
    shard?: Shard;
}
/** A file of a view. Its size is not known if it did not change since the last build. */
export type ChosenFile = Pick<ViewFile, 'path' | 'blob' | 'language'> & Partial<Pick<ViewFile, 'size'>>;
/** A view for a build. `unchangedBytes` is the sum of the sizes that are not known. */
export type ChosenView = View<ChosenFile> & {
    unchangedBytes?: number;
};
/**
 * One of `count` parts of a view, each of which another machine may build; `index` counts from 1. A
 * blob's SHA decides its shard: indexing/takeShard.ts.
 */
export interface Shard {
    index: number;
    count: number;
}
/** One line of `cora files`. */
export interface CatalogueEntry {
    path: string;
    /** Compared with HEAD. Always 'committed' in a list of another revision. */
    status: 'committed' | 'modified' | 'untracked';
    size_bytes: number;
    /**
     * When the working tree's file was changed. Null in a bare repository and for a file that is not
     * checked out.
     */
    mtime_ms: number | null;
    is_binary: boolean;
    language: string;
    /** Null for an uncommitted file whose content was not read. */
    blob: string | null;
    indexed: boolean;
    reason: SkipReason | null;
}
/** The key of rows: blob and language. One file as C and as C++ has two sets of chunks. */
export type BlobKey = `${string}:${string}`;
/** Names an embedding model, with the fingerprint that tells its vectors apart from all others. */
export interface EmbedderInfo {
    id: string;
    dimensions: number;
    /** Must change whenever the same text could give another vector. */
    fingerprint: string;
}
/**
 * Embeds texts as unit vectors, in their order. A model may embed documents and queries
 * differently.
 */
export interface Embedder extends EmbedderInfo {
    /**
     * @param texts of any length; the provider makes batches and truncates texts that are too long
     * for its model
     * @returns one Float32Array of `dimensions` for each text, of unit length (all zeros for a text
     * without tokens)
     * @throws CoraError EMBEDDER_* with the next command to type
     */
    embed(texts: string[], kind: 'document' | 'query', signal?: AbortSignal): Promise<Float32Array[]>;
}
/**
 * A cross-encoder, which reads the query together with a text: better than vectors, and much
 * slower.
 */
export interface Reranker {
    /**
     * @returns a score for each text, in their order. Higher is better; each model has its own scale.
     * @throws CoraError EMBEDDER
     */
    score(query: string, texts: readonly string[]): Promise<number[]>;
}
/**
 * The number of secrets that were overwritten in all files of a view, and the number of these
 * files.
 */
export interface RedactedCount {
    secrets: number;
    files: number;
}
/**
 * Describes the last built commit. It is written last and in one step. `times` is not part of the
 * digest.
 */
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
    /** Names the code that chose the files. An unpacked index lacks it. */
    selection?: string;
    /** Only if its files are those of one shard. */
    shard?: Shard;
    /** The id of the view that holds its files. */
    view: string;
    /** By path, with chunk ids. Only an unpacked index has this. */
    files?: Record<string, {
        blob: string;
        language: string;
        chunks: string[];
    }>;
    skipped: SkippedFile[];
    /** The files of the store that hold `skipped`, if it was read from them. */
    parts?: {
        name: string;
        bytes: number;
    }[];
    failed: FailedFile[];
    counts: {
        files: number;
        chunks: number;
        bytes: number;
    };
    redacted: RedactedCount;
    digest: string;
    /** `lookedAt` is when the last run read every byte of the index; missing before the first. */
    times: {
        builtAt: string;
        tookMs: number;
        lookedAt?: string;
    };
}
/** The JSON that `cora index --json` prints. */
export interface IndexReport {
    commit: string;
    /** The shard of --shard. All numbers are those of this part. */
    shard?: Shard;
    files: number;
    chunks: number;
    /** Blobs that this run read and chunked. */
    computed: number;
    /** Vectors that this run computed. */
    embedded: number;
    /** Blobs of the view that had rows already. */
    reused: number;
    /**
     * Files of the last indexed view whose content is gone, under every name. Their rows stay for
     * other branches until gc.
     */
    removed: number;
    skipped: SkippedFile[];
    failed: FailedFile[];
    /** Files that were cut by lines because no parser could read them. */
    notes: {
        path: string;
        note: string;
    }[];
    /** Counted over the whole view, in whichever run the secrets were found. Missing in a dry run. */
    redacted?: RedactedCount;
    tookMs: number;
    dryRun: boolean;
    /** Missing in a dry run and for a shard. */
    history?: HistoryReport;
    /** The numbers of uncommitted files and their chunks. Missing if one query can read them all. */
    edits?: {
        blobs: number;
        chunks: number;
    };
    /**
     * The number of files without rows, after a pull on a machine without LanceDB's binary, which
     * cannot build. Questions read some of these files themselves.
     */
    late?: number;
    /** Only if a language model was chosen. */
    commentary?: CommentaryReport;
    /**
     * Folders with indexes of other versions of Cora. An older version may have kept secrets that
     * this one hides. Missing if there are none; a run of few files does not look into large ones.
     */
    otherVersions?: string[];
}
/** Reports what a run did for the search in commits. */
export interface HistoryReport {
    /** The number of commits that are new in the table. */
    added: number;
    tookMs: number;
}
/** Variables of a process, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;
/** Receives progress and warnings of a run. Only a program's entry decides what is printed. */
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
/** Watches a long run and may end it. */
export interface Watch {
    onProgress(progress: Progress): void;
    signal?: AbortSignal;
    /** Asked before the first request to a language model. Without it, no question is asked. */
    confirmCommentary?(plan: CommentaryPlan): Promise<boolean>;
}
/** A secret that was overwritten before its file was indexed. */
export interface RedactedSecret {
    path: string;
    /** 1-based. */
    line: number;
    /** The rule's id: docs/secrets.md. */
    rule: string;
}
