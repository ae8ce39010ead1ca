/** Makes an unfinished folder beside the target, and waits for a signal. Argument: the target. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endOnInterrupt } from '../../../../src/cli/interruptSignal.ts';
import { makeFolderBeside } from '../../../../src/disk/makePrivate.ts';

endOnInterrupt();
const folder = await makeFolderBeside(process.argv[2]!, '');
writeFileSync(join(folder, 'half'), 'x');
process.stdout.write('made\n');
setInterval(() => undefined, 1000);
