/**
 * What goes wrong in object storage, said in one line. LanceDB's own message holds the address that was asked, with a signature where
 * that is how one gets in, and the service's whole answer: what could be a secret is left out of it,
 * and it is no cause of the error, which a stack would show.
 */
import { CoraError } from '../base/errors.ts';
import type { StoreAddress } from './storeAddress.ts';
/** Which variables to set, and where their values come from where there is a role or a login. */
export declare function credentialsHint(scheme: StoreAddress['scheme']): string;
/** @param verb what was tried: `open`, `read`, `append` */
export declare function storageFailure(error: unknown, { scheme, uri, options }: Pick<StoreAddress, 'scheme' | 'uri' | 'options'>, verb: string): CoraError;
export declare function unreachable(uri: string): CoraError;
