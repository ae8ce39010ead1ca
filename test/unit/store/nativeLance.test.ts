import { describe, expect, it } from 'vitest';
import { platformError } from '../../../src/store/loadLance.ts';

describe('platformError', () => {
  it('tells owners of Intel Macs that there is no binary, not to install again', () => {
    const error = platformError(new Error('x'), 'darwin', 'x64');
    expect(error.code).toBe('PLATFORM');
    expect(error.message).toContain('Intel Macs');
    expect(error.hint).not.toContain('install again');
  });

  it('names the package that is missing elsewhere, and keeps the cause', () => {
    const cause = new Error('Cannot find native binding');
    const error = platformError(cause, 'linux', 'arm64');
    expect(error.message).toContain('@lancedb/lancedb-linux-arm64');
    expect(error.cause).toBe(cause);
    // Here no package says that it has the binary.
    expect(error.hint).toContain('npx cora-index');
  });

  it('does not call a binary missing that is there', () => {
    const refused = (said: string): Error => Object.assign(new Error(said), { code: 'ERR_DLOPEN_FAILED' });
    const file = '/a/lancedb.linux-x64-gnu.node';
    const noMemory = platformError(refused(`${file}: failed to map segment from shared object`), 'linux', 'x64');
    expect(noMemory.message).toBe("LanceDB's binary cannot be loaded: this process gets no more memory.");
    expect(noMemory.hint).toContain('ulimit -v');
    const older = platformError(refused(`${file}: version \`GLIBC_2.38' not found\nmore`), 'linux', 'x64');
    expect(older).toMatchObject({
      code: 'PLATFORM',
      message: expect.stringMatching(/is there.*GLIBC_2\.38' not found$/),
    });
    const noFiles = platformError(
      refused(`${file}: cannot open shared object file: Too many open files`),
      'linux',
      'x64',
    );
    expect(noFiles.message).toBe("LanceDB's binary cannot be loaded: too many files are open.");
  });
});
