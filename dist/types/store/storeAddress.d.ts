/**
 * Addresses of indexes in object storage: `s3://bucket/prefix`, `gs://bucket/prefix`, `az://container/prefix`, and `file:///folder`
 * for one that machines share. Reads the words and the environment; opens nothing.
 */
import { type StorageScheme } from './storageOptions.ts';
export interface StoreAddress {
    scheme: StorageScheme | 'file';
    /** As LanceDB takes it. It holds no secret and may be shown. */
    uri: string;
    /** What LanceDB needs to get in. It holds secrets: never shown, logged or written. */
    options: Readonly<Record<string, string>>;
}
/** Whether this is meant as an address of LanceDB's: also one that is refused then. */
export declare function isStoreAddress(named: string): boolean;
/**
 * @param env where the credentials are: AWS_*, GOOGLE_*, AZURE_*
 * @throws CoraError USAGE; what was refused is not repeated, because it may hold a password
 */
export declare function readStoreAddress(named: string, env: NodeJS.ProcessEnv): StoreAddress;
