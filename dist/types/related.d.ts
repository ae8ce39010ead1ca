/** What to read next from one place: its tests, its neighbours in the graph of references, what reads like it. */
import { type Place } from './related/findPlace.ts';
import type { CallerView } from './search/callerView.ts';
import { type Filters } from './search/searchedView.ts';
import type { RelatedHit } from './searchTypes.ts';
import type { ChunkStore } from './storePort.ts';
export type { Place } from './related/findPlace.ts';
export interface RelatedRequest extends Filters {
    place: Place;
    limit: number;
}
/**
 * @returns at most `limit` places, best first, ties by path, then line; the place itself is not among them
 * @throws CoraError USAGE for a place that is not in the caller's view
 */
export declare function related({ store, view }: {
    store: ChunkStore;
    view: CallerView;
}, { place, limit, ...filters }: RelatedRequest): Promise<RelatedHit[]>;
