/** What a machine refuses is said in one line with what to do, whoever met it: Node, or LanceDB in its own words. */

import { describe, expect, it } from 'vitest';
import { CoraError, systemFailure } from '../../../src/base/errors.ts';

const node = (code: string): Error => Object.assign(new Error(`${code}: said by Node`), { code, path: '/a/b' });
const lance = (number: number): Error =>
  new Error(`lance error: LanceError(IO): Generic LocalFileSystem error: Unable to copy (os error ${number})`);

describe('systemFailure', () => {
  it.each([
    ['ENOSPC', 28, /no space left/, /free some space/],
    ['EDQUOT', 122, /your share of the disk/, /free some space/],
    ['EFBIG', 27, /larger than this system allows/, /ulimit -f/],
    ['EROFS', 30, /read-only/, /--store DIR/],
    ['EACCES', 13, /permission denied/, /permissions/],
    ['EIO', 5, /input\/output error/, /cora doctor --fix/],
    ['EMFILE', 24, /too many files/, /ulimit -n/],
    ['ENOMEM', 12, /no more memory/, /ulimit -v/],
    ['EAGAIN', 11, /no more processes or threads/, /ulimit -u/],
  ])('%s (%i)', (code, number, said, hint) => {
    for (const error of [node(code), lance(number)]) {
      const failure = systemFailure(error, 'the index in /a/b');
      expect(failure).toBeInstanceOf(CoraError);
      expect(failure).toMatchObject({ code: 'STORE', exitCode: 2, cause: error });
      expect(failure!.message).toMatch(said);
      expect(failure!.message).toMatch(/^the index in \/a\/b: /);
      expect(failure!.hint).toMatch(hint);
    }
  });

  it('names the path that the system names, and finds what lies deeper', () => {
    expect(systemFailure(node('EROFS'))!.message).toBe('/a/b: the file system is read-only.');
    expect(systemFailure(new Error('outer', { cause: node('ENOSPC') }))!.message).toMatch(/no space left/);
  });

  it('names the file that was to be replaced, where a folder is in its place', () => {
    const details = { code: 'EISDIR', syscall: 'rename', path: '/a/.b.1.tmp', dest: '/a/b' };
    const failure = systemFailure(Object.assign(new Error('EISDIR'), details))!;
    expect(failure.message).toMatch(/^\/a\/b: something else is in the place/);
    expect(failure.hint).toMatch(/move it away/);
  });

  it('knows what Node makes of a folder on a read-only file system', () => {
    const error = Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'mkdir', path: '/a/b' });
    expect(systemFailure(error)!.message).toBe('/a/b: no folder can be made there.');
  });

  it('knows a working folder that was removed', () => {
    const error = Object.assign(new Error('ENOENT, uv_cwd'), { code: 'ENOENT', syscall: 'uv_cwd' });
    expect(systemFailure(error)).toMatchObject({
      code: 'USAGE',
      message: 'The folder you are in no longer exists.',
    });
  });

  it.each([
    'Generic Failure: Failed to create temp dir: LanceError(IO): No such file or directory (os error 2) at path "/x/.tmpa"',
    'Failed to execute merge insert: GenericFailure, lance error: Invalid user input: Failed to create temp dir: LanceError(IO): No such file or directory (os error 2) at path "/x/.tmpa"',
    'Failed to create temp dir: LanceError(IO): Permission denied (os error 13) at path "/x/.tmpa"',
    'Failed to create temp dir: LanceError(IO): No space left on device (os error 28) at path "/x/.tmpa"',
    'Failed to execute merge insert: GenericFailure, lance error: LanceError(IO): Execution error: Spill has sent an error\n\nCaused by: Execution error: Spill has sent an error',
  ])('names the folder for temporary files, and not the index: %s', (said) => {
    const failure = systemFailure(new Error(said), 'the index failed to replace');
    expect(failure!.message).toMatch(/temporary files/);
    expect(failure!.hint).toMatch(/^set TMPDIR/);
  });

  it.each([
    Object.assign(new Error('a.node: failed to map segment from shared object'), { code: 'ERR_DLOPEN_FAILED' }),
    Object.assign(new Error('spawn'), { code: 'ENOMEM' }),
    new RangeError('WebAssembly.Memory(): could not allocate memory'),
    lance(12),
  ])('knows that there is no more memory: $message', (error) => {
    const failure = systemFailure(error);
    expect(failure!.message).toMatch(/no more memory/);
    expect(failure!.hint).toMatch(/ulimit -v/);
  });

  it.each([
    ['fatal: Out of memory, malloc failed (tried to allocate 1 bytes)', /no more memory/],
    ['fatal: mmap failed: Cannot allocate memory', /no more memory/],
    ["error: cannot open 'a': Too many open files", /too many files/],
    ['error: cannot fork() for rev-list: Resource temporarily unavailable', /no more processes/],
    ["fatal: cannot write 'it's': No space left on device", /no space left/],
    ['WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory for new instance', /no more memory/],
  ])('knows the words without a code: %s', (message, said) => {
    expect(systemFailure(new Error(message))!.message).toMatch(said);
  });

  it.each([
    "fatal: bad object 'out of memory'",
    "fatal: no such branch: 'x: out of memory'",
    "fatal: bad revision 'it's: out of memory, isn't it'",
    "fatal: Needed a single revision 'a': No space left on device'",
    'fatal: unable to read tree out of memory',
    'error: pathspec No space left on device did not match',
    'fatal: couldn\'t find remote ref "Too many open files"',
    'fatal: remote error: out of memory',
    'remote: fatal: Out of memory, malloc failed',
    'fatal: unable to access ENOSPC',
    'lance error: Object at location /a/out of memory/x.lance not found (os error 2)',
    'lance error: Object at location /a/(os error 28)/x.lance not found (os error 2)',
    'lance error: /a/failed to create temp dir/x.lance: No such file (os error 2)',
  ])('is not misled by a name or by another machine: %s', (message) => {
    expect(systemFailure(new Error(message))).toBeNull();
  });

  it('is not misled by a path or a text in an error of Node', () => {
    const error = Object.assign(new Error("ENOENT: no such file, open '/a: out of memory'"), {
      code: 'ENOENT',
      errno: -2,
      path: '/a: out of memory',
    });
    expect(systemFailure(error)).toBeNull();
    expect(systemFailure(new SyntaxError('Unexpected token: out of memory'))).toBeNull();
  });

  it('leaves other errors alone', () => {
    expect(systemFailure(new Error('lance error: (os error 2)'))).toBeNull();
    expect(systemFailure(new Error('failed to map segment from shared object: Operation not permitted'))).toBeNull();
    expect(systemFailure(node('ENOENT'))).toBeNull();
    expect(systemFailure('ENOSPC')).toBeNull();
  });
});
