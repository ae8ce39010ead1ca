/**
 * The schemes of addresses in object storage: how such an address is told from a path, and the options that LanceDB needs for each, from
 * the environment. Every command asks the first and few read an address, which is storeAddress.ts. Pure.
 */
/** In lower case; undefined for what is no address. */
export declare function schemeOf(named: string): string | undefined;
/** Whether this is meant as an address of LanceDB's: also one that is refused then. */
export declare function isStoreAddress(named: string): boolean;
export type StorageScheme = 's3' | 'gs' | 'az';
type Environment = Readonly<Record<string, string | undefined>>;
export declare function storageOptions(scheme: StorageScheme, env: Environment): Readonly<Record<string, string>>;
export {};
