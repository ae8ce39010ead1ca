/** The page of `cora pages`: see shell/edition.ts. */

import type { Edition } from '../shell/edition.ts';

export const edition: Edition = {
  isStatic: true,
  gone: 'The search of this page has stopped.',
  manners:
    'Kept in this browser. The page searches here: what you type is sent to nobody. It reads its files from where it lies, and asks no other host.',
};
