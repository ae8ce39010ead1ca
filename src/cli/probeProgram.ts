/**
 * Reads a table to its end and ends: with 0, with 1 and LanceDB's words, or as LanceDB has it. Its
 * argument is the folder: store/soundTable.ts.
 */

import { readWhole } from '../store/readWhole.ts';

readWhole(process.argv[2]!).then(
  () => process.exit(0),
  (error: Error) => process.stdout.write(error.message, () => process.exit(1)),
);
