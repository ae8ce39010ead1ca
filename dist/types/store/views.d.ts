/**
 * views/<id>.view: what depends on a whole commit, in one file that a query reads in about a millisecond.
 *
 *   CORAVIEW <header length as decimal>\n
 *   {"formatVersion":1,"commit":…,"tree":…,"repository":…,("shard":{"index":N,"count":N},)"chunks":N,"tokens":N,"words":N,"terms":N,"dimensions":N,"files":N,"redacted":["BLOB:LANGUAGE",…]}
 *   padding to 8 bytes, vectorSum float64[dimensions], rowsDigest uint32[4], hashes uint32[terms], counts uint32[terms]
 *   path NUL blob NUL language NUL …
 *   checksum of all that (seal.ts)
 *
 * `views/current` names the view of the last built commit.
 */
import type { ViewRecord } from '../storePort.ts';
/** Of a large repository it is tens of megabytes, and readers that stay read it anew when its time changes: so not for nothing. */
export declare function writeView(dir: string, id: string, view: ViewRecord): Promise<void>;
export declare function writeCurrentView(dir: string, id: string): Promise<void>;
/** @returns the id of the last built commit's view, null before the first build. Where that is not named any more, the newest one */
export declare function currentView(dir: string): Promise<string | null>;
/** @returns what `views/current` says, null where it says nothing */
export declare function namedView(dir: string): Promise<string | null>;
/** @returns null where there is no such view or it is torn: it can always be computed again */
export declare function readView(dir: string, id: string): Promise<ViewRecord | null>;
/** As readView, and null where a byte is not as it was written: for those who go on from it, and for doctor. */
export declare function readWholeView(dir: string, id: string): Promise<ViewRecord | null>;
/** Changes when the file is replaced; '' where there is none. */
export declare function viewStamp(dir: string, id: string): Promise<string>;
/** Keeps the newest `keep` views and those named. */
export declare function pruneViews(dir: string, keep: number, always: ReadonlySet<string>): Promise<void>;
export declare function encodeView(view: ViewRecord): Buffer;
export declare function decodeView(bytes: Buffer): ViewRecord | null;
