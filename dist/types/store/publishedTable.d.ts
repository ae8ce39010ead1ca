/**
 * published.lance: which indexes lie in a place, one row for each. A row is written last and in one commit, with the view's statistics
 * in it, and names the version of the chunk table that holds the view's rows: so a reader sees one index or another, never a mixture.
 */
import { type Storage, type WritableStorage } from './connectStorage.ts';
/** What is known of a published index without reading it; one column as JSON, so that a list of them is two requests. Others wrote it. */
export interface PublishedRow {
    /** Of this row alone. */
    id: string;
    /** A number. */
    format: string;
    /** ISO 8601, when its publishing began. */
    at: string;
    fingerprint: string;
    commit: string;
    /** JSON: a manifest as packed indexes have it, whose only member is files.json. */
    manifest: string;
    /** Of the chunk table, that holds its rows: a number. */
    version: string;
    /** ISO 8601: when that version was made. It may be older than this row. */
    versionAt: string;
    /** SHA-256 of the view's statistics. */
    viewDigest: string;
}
/** Both under Brotli. */
export interface PublishedContent {
    /** The view's statistics, as views/<id>.view. */
    view: Buffer;
    /** files.json of a packed index. */
    files: Buffer;
}
/**
 * The layout: published.lance, and chunks-<fingerprint>.lance with the columns of a local store.
 * 1: first.
 */
export declare const PUBLISHED_VERSION = 1;
export interface PublishedTable {
    /** Newest first. */
    rows: PublishedRow[];
    content(row: PublishedRow, column: keyof PublishedContent): Promise<Buffer>;
}
/** @returns no rows where nothing was published yet @throws CoraError BROKEN_INDEX, NETWORK, USAGE, STORE */
export declare function readPublished(storage: Storage): Promise<PublishedTable>;
/** In one commit. @throws CoraError STORE, NETWORK */
export declare function addPublished(storage: WritableStorage, about: PublishedRow, { view, files }: PublishedContent): Promise<void>;
export declare function removePublished(storage: WritableStorage, ids: readonly string[]): Promise<void>;
