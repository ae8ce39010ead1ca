/** A live session as one of several repositories that are searched together. */
import type { LiveSession } from '../liveSession.ts';
import type { CallerView } from '../search/callerView.ts';
import type { SearchContext } from '../search/readTexts.ts';
import type { SearchMember } from '../searchMany.ts';
import type { Embedder } from '../types.ts';
/** What its view and its rows come from is one look at the working tree; the next view is the next look. The session is the caller's. */
export declare class SessionMember implements SearchMember {
    #private;
    readonly name: string;
    constructor(name: string, session: LiveSession);
    view(signal?: AbortSignal): Promise<CallerView>;
    embedder(): Promise<Embedder>;
    use<T>(_texts: boolean, run: (context: SearchContext) => Promise<T>, signal?: AbortSignal): Promise<T>;
    close(): void;
}
