/**
 * Addresses of databases of LanceDB Cloud and Enterprise: `db://DATABASE` and `db://DATABASE/NAME`, and what LanceDB's client needs to
 * get in. Reads the words and the environment; opens nothing. Pure.
 */
import type { ConnectionOptions } from '@lancedb/lancedb';
/** A `StoreAddress`: see there. */
export interface CloudAddress {
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
