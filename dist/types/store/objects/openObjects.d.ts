/**
 * Lists and reads objects of the one place that the user named, with the credentials that LanceDB gets, and nothing else: no redirect is
 * followed, no host is asked but the service's own or the one that the user's environment names, and every answer is bounded.
 */
import type { StoreAddress } from '../storeAddress.ts';
import type { ObjectService } from './objectService.ts';
export interface Objects {
    /** Tells these from others of the same names: an address without a query. */
    readonly place: string;
    /**
     * All whose names begin so, page by page: what `take` makes of each is kept.
     * @param until by `performance.now()`
     * @throws Error as storageFailure.ts reads it, CoraError NETWORK, and what `take` throws
     */
    list<T>(prefix: string, take: (object: StoredObject) => T | null, until: number): Promise<T[]>;
    /** @returns null where it is another one than was listed, or gone @throws OddField for one that is packed */
    read(object: StoredObject, most: number, until: number): Promise<Buffer | null>;
}
/** @throws NoCredentials, CoraError USAGE */
export declare function openObjects({ scheme, uri, options, env }: StoreAddress): Promise<Objects>;
export interface StoredObject {
    key: string;
    /** Differs when the object was written again. */
    stamp: string;
    etag: string;
    size: number;
}
interface ListPage {
    objects: StoredObject[];
    next: string | null;
}
/** @throws Error for what is no such list */
export declare function readList(xml: string, { root, object, key, next, most }: ObjectService['words']): ListPage;
export {};
