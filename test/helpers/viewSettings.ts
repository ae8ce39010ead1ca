/** The settings of a view where nobody has set anything. */

import type { ViewSettings } from '../../src/git/skipReasonOf.ts';
import { OPTIONS } from '../../src/settings/options.ts';

export const PLAIN_SETTINGS: ViewSettings = { include: [], exclude: [], maxFileSize: OPTIONS['max-file-size'].default };
