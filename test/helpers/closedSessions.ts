import { expect, vi } from 'vitest';

const NONE = { begin: () => undefined, run: async () => null, close: () => undefined };

let isKnown = false;

/**
 * Checks that the test file has closed its sessions, by the launcher that all of them share.
 * @throws Error where one is open; of the files of a worker only the first one fails
 */
export async function closedSessions(): Promise<void> {
  if (isKnown) return;
  // Not loaded before the file: it may mock what this imports.
  const { sharedGitLauncher } = await import('../../src/git/gitLauncher.ts');
  const isOpen = (): boolean => {
    let isFirst = false;
    const create = () => {
      isFirst = true;
      return NONE;
    };
    sharedGitLauncher(create).close();
    return !isFirst;
  };
  isKnown = true;
  await vi.waitFor(() => expect(isOpen(), 'a session of this file is still open').toBe(false), 10_000);
  isKnown = false;
}
