import { describe, expect, it } from 'vitest';
import { platformError } from '../../../src/store/nativeLance.ts';

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
    expect(error.hint).toContain('npm install');
  });
});
