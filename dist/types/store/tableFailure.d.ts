/** What goes wrong with a table on this machine, said in one line with what to do. For object storage: storageFailure.ts. */
import { CoraError } from '../errors.ts';
/** @param verb what was tried: `read`, `append` */
export declare function tableFailure(error: unknown, verb: string): CoraError;
export declare function isStale(error: unknown): boolean;
