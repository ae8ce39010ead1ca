/** What strace prints is read whole: unfinished calls, odd names, descriptors with notes. A line that is not understood fails. */

import { describe, expect, it } from 'vitest';
import { parseTrace, pathOf, textOf, textsOf } from '../../e2e/zoo/parseTrace.ts';

describe('a trace', () => {
  it('has an event for each call that ended, also those that were interrupted by others', () => {
    const { events, unended } = parseTrace(
      [
        '10  openat(AT_FDCWD</r>, "a", O_RDONLY <unfinished ...>',
        '11  chdir("/x")           = 0',
        '10  <... openat resumed>)             = 3</r/a>',
        '10  --- SIGCHLD {si_signo=SIGCHLD} ---',
        '11  openat(AT_FDCWD</x>, "b", O_RDONLY <unfinished ...>',
        '11  <... openat resumed> <unfinished ...>) = ?',
        '11  +++ killed by SIGKILL +++',
        '10  unlink("gone") = -1 ENOENT (No such file or directory)',
      ].join('\n'),
    );
    expect(events).toEqual([
      { pid: 11, call: 'chdir', args: ['"/x"'], result: '0', error: null },
      { pid: 10, call: 'openat', args: ['AT_FDCWD</r>', '"a"', 'O_RDONLY'], result: '3</r/a>', error: null },
      { pid: 11, call: 'openat', args: ['AT_FDCWD</x>', '"b"', 'O_RDONLY <unfinished ...>'], result: '?', error: null },
      {
        pid: 10,
        call: 'unlink',
        args: ['"gone"'],
        result: '-1 ENOENT (No such file or directory)',
        error: 'ENOENT',
      },
    ]);
    expect(unended).toEqual([10]);
  });

  it('says who started whom, and whether they share a folder', () => {
    const { parents } = parseTrace(
      [
        '1  clone3({flags=CLONE_VM|CLONE_FS|CLONE_THREAD, stack=0x1}, 88) = 2',
        '1  clone(child_stack=NULL, flags=CLONE_CHILD_SETTID|SIGCHLD <unfinished ...>',
        '3  chdir("/") = 0',
        '1  <... clone resumed>, child_tidptr=0x1) = 3',
      ].join('\n'),
    );
    expect([...parents]).toEqual([
      [2, { parent: 1, sharesFolder: true }],
      [3, { parent: 1, sharesFolder: false }],
    ]);
  });

  it('keeps names with quotes, brackets, newlines and bytes that are no text apart', () => {
    const [event] = parseTrace(
      '1  openat(AT_FDCWD</t/a\\74b\\76\\"c>, "x<y>, \\")\\n\\377\\33", O_RDONLY) = 3</t/a\\74b\\76\\"c/x->',
    ).events;
    expect(textOf(event!.args[1])).toBe('x<y>, ")\n\ufffd\u001b');
    expect([event!.args[0]!, event!.result].map(pathOf)).toEqual(['/t/a<b>"c', '/t/a<b>"c/x-']);
  });

  it('reads programs with their arguments, devices and sockets', () => {
    const { events } = parseTrace(
      [
        '1  execve("/usr/bin/git", ["git", "-c", "a, b]"], 0x7ffd /* 43 vars */) = 0',
        '1  openat(AT_FDCWD</t>, "/dev/null", O_RDWR) = 3</dev/null<char 1:3>>',
        '1  connect(19<TCP:[127.0.0.1:1->127.0.0.1:2]>, {sa_family=AF_INET, sin_port=htons(1)}, 16) = 0',
      ].join('\n'),
    );
    expect(textsOf(events[0]!.args[1]!)).toEqual(['git', '-c', 'a, b]']);
    expect(pathOf(events[1]!.result)).toBe('/dev/null');
    expect(events[2]!.args).toHaveLength(3);
  });

  it('that holds a line of another form is refused', () => {
    for (const line of ['nonsense', '1  <... openat resumed>) = 3', '1  openat(AT_FDCWD</t>, "a', '1  openat("a")'])
      expect(() => parseTrace(line)).toThrow('unknown form');
  });
});
