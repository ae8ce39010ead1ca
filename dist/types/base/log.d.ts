/** The one writer of messages. An entry chooses the stream; the core only knows the Log interface. */
import type { Log } from './types.ts';
export interface LogOptions {
    quiet: boolean;
    verbose: boolean;
}
export declare function createLog(write: (line: string) => void, { quiet, verbose }: LogOptions): Log;
/** For library users and tests that want no messages. */
export declare const silentLog: Log;
