/**
 * Addresses of indexes in object storage: `s3://bucket/prefix`, `gs://bucket/prefix`, `az://container/prefix`, `file:///folder` for one
 * that machines share, and `db://database` (cloudAddress.ts). Reads the words and the environment; opens nothing.
 */
import { type StorageScheme } from './storageOptions.ts';
export interface StoreAddress {
    scheme: StorageScheme | 'file' | 'db';
    /** It holds no secret and may be shown. */
    uri: string;
    /** What LanceDB needs to get in. It holds secrets: never shown, logged or written. */
    options: Readonly<Record<string, string>>;
    /** What the names of its tables begin with: a database has no folders. */
    prefix: string;
}
/** Whether this is meant as an address of LanceDB's: also one that is refused then. */
export declare function isStoreAddress(named: string): boolean;
/**
 * @param env where the credentials are: AWS_*, GOOGLE_*, AZURE_*, LANCEDB_*
 * @throws CoraError USAGE; what was refused is not repeated, because it may hold a password
 */
export declare function readStoreAddress(named: string, env: NodeJS.ProcessEnv): StoreAddress;
