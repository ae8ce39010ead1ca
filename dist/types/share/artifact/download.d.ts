/**
 * A file from an address into a file here. What came before a connection broke is kept, also for the next run, and is
 * gone on with by a Range request as long as the server says that the file is still the same.
 */
import { type SafeRequest } from '../../net/fetchSafely.ts';
export interface DownloadRequest extends Omit<SafeRequest, 'method' | 'body' | 'headers'> {
    headers: Readonly<Record<string, string>>;
    /** A folder for what is not complete. */
    cacheDir: string;
    /** Bytes so far, and of all where the server says it (else 0). */
    onProgress(done: number, total: number): void;
}
export interface Download {
    file: string;
    /** Bytes that came in this run. */
    received: number;
    /** To be called when it is used or useless; what is left serves the next run. */
    remove(): Promise<void>;
}
/** @throws CoraError NETWORK, NO_ARTIFACT where there is no such file, ABORTED */
export declare function download(request: DownloadRequest): Promise<Download>;
