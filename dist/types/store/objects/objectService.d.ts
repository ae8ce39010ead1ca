/**
 * What a service of object storage has to be asked to list and to give objects: addresses and headers. S3 and Google speak one language
 * (ListObjectsV2), Azure its own; each is a file beside this one. Options are those that LanceDB gets: storageOptions.ts.
 */
export interface ObjectService {
    /** @param page what the page before said of the next one; null for the first */
    listAddress(prefix: string, page: string | null): URL;
    address(key: string): URL;
    /** Of a GET, signed now. */
    headers(url: URL): Record<string, string>;
    /** The names of elements in a list, and how many objects a page of it has at most. */
    readonly words: {
        root: string;
        object: string;
        key: string;
        next: string;
        most: number;
    };
    /**
     * Where an answer says that the bucket lies elsewhere in the same cloud. It is believed once.
     * @returns false where it says nothing, or nothing new
     */
    moved?(answer: Headers): boolean;
}
export type StorageOptions = Readonly<Record<string, string>>;
/** Objects on one page of a list. */
export declare const PAGE = "1000";
/** What ListObjectsV2 says. */
export declare const LIST_V2: {
    readonly root: 'ListBucketResult';
    readonly object: 'Contents';
    readonly key: 'Key';
    readonly next: 'NextContinuationToken';
    readonly most: 1000;
};
/** Encodes as signatures want it: all but letters, digits and `-._~`. */
export declare function encodeStrictly(text: string): string;
/** An endpoint, to write paths behind it. */
export declare function withoutSlashes(address: string): string;
/** @param base without a slash at its end */
export declare function addressOf(base: string, key: string): URL;
export declare function listAddressOf(base: string, query: Readonly<Record<string, string | null>>): URL;
/** Of a page of ListObjectsV2. */
export declare function listV2AddressOf(base: string, prefix: string, page: string | null): URL;
export declare function isOn(value: string | undefined): boolean;
/** There is none, or only one that LanceDB gets by ways of its own: a role, a profile, a program. */
export declare class NoCredentials extends Error {
}
