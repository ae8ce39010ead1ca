/** The packed index out of the zip that a workflow artifact comes in. */

import { open, rm } from 'node:fs/promises';
import { CoraError } from '../../base/errors.ts';
import { sha256OfFile } from '../../disk/sha256OfFile.ts';
import type { Download } from '../artifact/download.ts';
import { extractPacked } from '../artifact/readZip.ts';
import type { WorkflowArtifact } from '../artifact/workflowArtifacts.ts';

/**
 * @param downloaded a zip, or the index itself where it was uploaded without one
 * @returns the file to read, and what removes both
 * @throws CoraError BAD_ARTIFACT; nothing is left then
 */
export async function unwrapIndex(
  downloaded: Pick<Download, 'file' | 'remove'>,
  { sha256 }: Pick<WorkflowArtifact, 'sha256'>,
): Promise<Pick<Download, 'file' | 'remove'>> {
  const { file, remove } = downloaded;
  try {
    if (sha256 !== null && (await sha256OfFile(file)) !== sha256)
      throw new CoraError('BAD_ARTIFACT', 'The workflow artifact is refused: its SHA-256 is another one.');
    if (!(await isZip(file))) return { file, remove };
    const packed = `${file}.packed`;
    await extractPacked(file, packed);
    return {
      file: packed,
      remove: async () => {
        await Promise.all([rm(packed, { force: true }), remove()]);
      },
    };
  } catch (error) {
    // It would be refused again.
    await remove();
    throw error;
  }
}

async function isZip(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const start = Buffer.alloc(4);
    await handle.read(start, 0, start.length, 0);
    return start.toString('latin1', 0, 2) === 'PK';
  } finally {
    await handle.close();
  }
}
