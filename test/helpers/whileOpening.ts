/** Runs something, and acts in between: whatever opens a file by promises waits for that. */

import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';

/** @param act is called before a file of this name is opened */
export async function whileOpening<T>(act: (name: string) => Promise<void>, run: () => Promise<T>): Promise<T> {
  const { open } = promises;
  promises.open = async (path, ...rest) => {
    await act(basename(String(path)));
    return open(path, ...rest);
  };
  syncBuiltinESMExports();
  try {
    return await run();
  } finally {
    promises.open = open;
    syncBuiltinESMExports();
  }
}
