/**
 * LanceDB's storage options from the environment. LanceDB knows the usual variables in lower case; here are added the few names
 * that other tools use for the same things, and how long a request may take. Pure.
 */
export type StorageScheme = 's3' | 'gs' | 'az';
type Environment = Readonly<Record<string, string | undefined>>;
export declare function storageOptions(scheme: StorageScheme, env: Environment): Readonly<Record<string, string>>;
export {};
