/** What goes wrong with a table on this machine, said in one line with what to do. For object storage: storageFailure.ts. */

import { CoraError, isCoraError, systemFailure } from '../base/errors.ts';
import { DOCTOR_HINT, firstLine } from './openTable.ts';

/** LanceDB says it in several ways when a file of a version that was cleaned up is gone. */
const STALE = /not found|no such file|does not exist/i;

/** @param verb what was tried: `read`, `append` */
export function tableFailure(error: unknown, verb: string): CoraError {
  if (isCoraError(error)) return error;
  const refused = systemFailure(error, `the index failed to ${verb}`);
  if (refused !== null) return refused;
  const message = `the index failed to ${verb}: ${firstLine(error)}`;
  return new CoraError(isStale(error) ? 'BROKEN_INDEX' : 'STORE', message, { hint: DOCTOR_HINT, cause: error });
}

export function isStale(error: unknown): boolean {
  return error instanceof Error && STALE.test(error.message);
}
