/**
 * `cora` and `cora-query`. The program is runCli.ts. It is loaded from here, so that a process that may not open its files says so in
 * one line, as for all that the system refuses.
 */

import { systemFailure } from '../errors.ts';

import('./runCli.ts').catch((error: unknown) => {
  const known = systemFailure(error);
  if (known === null) throw error;
  process.stderr.write(`cora: ${known.message}\n  ${known.hint}\n`);
  process.exitCode = known.exitCode;
});
