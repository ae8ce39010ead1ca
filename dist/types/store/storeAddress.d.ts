/**
 * Addresses of indexes elsewhere: `s3://bucket/prefix`, `gs://…`, `az://…`, `file:///folder` for one that machines share, and `db://database`
 * of LanceDB Cloud. Which of them the user trusts, and what LanceDB's client needs to get in. Reads words and environment; opens nothing.
 */
import type { ConnectionOptions } from '@lancedb/lancedb';
import { type StorageScheme } from './storageSchemes.ts';
export interface StoreAddress {
    scheme: StorageScheme | 'file' | 'db';
    /** It holds no secret and may be shown. */
    uri: string;
    /** What LanceDB needs to get in. It holds secrets: never shown, logged or written. */
    options: Readonly<Record<string, string>>;
    /** What the names of its tables begin with: a database has no folders. */
    prefix: string;
    /** True where the user says that they trust all who may write there: its tables are not looked at. */
    isTrusted: boolean;
    /** Where proxies are named. It holds secrets. */
    env: NodeJS.ProcessEnv;
}
/**
 * @param env where the credentials are: AWS_*, GOOGLE_*, AZURE_*, LANCEDB_*
 * @throws CoraError USAGE; what was refused is not repeated, because it may hold a password
 */
export declare function readStoreAddress(named: string, env: NodeJS.ProcessEnv): StoreAddress;
/** @param uri as readStoreAddress gives it @throws CoraError USAGE for a value that names no place; it is not repeated */
export declare function isTrustedStore(uri: string, env: Readonly<Record<string, string | undefined>>): boolean;
/** A part of a `StoreAddress`: see there. */
interface CloudAddress {
    scheme: 'db';
    uri: string;
    options: Readonly<Record<string, string>>;
    prefix: string;
}
type Environment = Readonly<Record<string, string | undefined>>;
/** @throws CoraError USAGE; what was refused is not repeated, because it may hold a password */
export declare function readCloudAddress(named: string, env: Environment): CloudAddress;
/** As LanceDB's `connect` takes it. It holds the key. */
export declare function cloudConnection({ uri, options }: Pick<CloudAddress, 'uri' | 'options'>): {
    uri: string;
    options: Partial<ConnectionOptions>;
};
export {};
