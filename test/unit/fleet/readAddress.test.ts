import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../../src/fleet/networkGit.ts';
import { checkBranch, checkName, idOf, readAddress } from '../../../src/fleet/readAddress.ts';

describe('readAddress', () => {
  it.each([
    ['git@github.com:org/name.git', 'ssh', 'github.com/org/name', 'github.com_org_name'],
    ['ssh://git@Host.example:2222/org/name.git', 'ssh', 'host.example/org/name', 'host.example_org_name'],
    ['git+ssh://host.example/org/name', 'ssh', 'host.example/org/name', 'host.example_org_name'],
    ['https://github.com/org/name', 'https', 'github.com/org/name', 'github.com_org_name'],
    ['https://host.example:8443/a/b/c.git/', 'https', 'host.example/a/b/c', 'host.example_a_b_c'],
    ['file:///srv/git/name.git', 'file', 'srv/git/name', 'file_srv_git_name'],
  ])('reads %s', (url, protocol, name, id) => {
    expect(readAddress(url)).toEqual({ url, protocol, name, id });
  });

  it.each(['.', '../x', '/srv/git/name', 'name', './a:b/c', 'C:\\work\\name'])('takes %s for a directory', (path) => {
    expect(readAddress(path)).toBeNull();
  });

  it.each([
    ['--upload-pack=touch /tmp/owned', 'is not an address'],
    ['-oProxyCommand=x:y', 'is not an address'],
    ['ext::sh -c "touch /tmp/owned"', 'would start a program'],
    ['fd::17', 'would start a program'],
    ['ssh://-oProxyCommand=touch/x', 'is not a host name'],
    ['-x@host:path', 'is not an address'],
    ['ssh://-x@host.example/path', 'is not a host name'],
    ['git@-oProxyCommand=x:org/name', 'is not a host name'],
    ['http://host.example/org/name', 'not encrypted'],
    ['git://host.example/org/name', 'not encrypted'],
    ['ftp://host.example/org/name', 'not supported'],
    ['https://host.example/../../etc', '".."'],
    ['https://host.example/%2e%2e/%2e%2e/etc', '".."'],
    ['git@host.example:../../etc', '".."'],
    ['https://host.example/org/--upload-pack=x', 'dash'],
    ['https://host.example/a\nb', 'control'],
    ['https://host.example/a%0ab', 'control'],
    ['file://other.example/srv/name', 'this machine'],
    ['https://host.example/', 'names no repository'],
    ['', 'is not an address'],
  ])('refuses %s', (url, why) => {
    expect(() => readAddress(url)).toThrow(why);
  });

  it.each([
    'https://me:hunter2@host.example/org/name',
    'https://ghp_hunter2@github.com/org/name',
    'ssh://git:hunter2@host.example/org/name',
    'https://host.example/org/name?private_token=hunter2',
  ])('refuses the credential of %s without repeating it', (url) => {
    expect(() => readAddress(url)).toThrow(/would be kept in files/);
    expect(() => readAddress(url)).not.toThrow(/hunter2/);
  });

  it('tells addresses apart that a file name cannot', () => {
    expect(idOf('a b')).not.toBe(idOf('a:b'));
    expect(idOf('x'.repeat(500))).toMatch(/^x{120}_[0-9a-f]{8}$/);
    expect(idOf('../up')).not.toMatch(/^\./);
  });
});

it.each(['--upload-pack=x', 'a..b', 'a b', 'x.lock', '/x', 'x/', '', '@', 'a\nb', 'a~1'])(
  'refuses the branch %j',
  (name) => {
    expect(() => checkBranch(name)).toThrow('not a valid branch name');
  },
);

it.each(['../x', '-x', 'a/../b', '', 'a\nb'])('refuses the name %j', (name) => {
  expect(() => checkName(name)).toThrow('cannot be the name of a repository');
});

it('takes credentials out of what git says', () => {
  expect(withoutSecrets("fatal: unable to access 'https://me:hunter2@host/x/': gone")).toBe(
    "fatal: unable to access 'https://host/x/': gone",
  );
  expect(withoutSecrets('ssh://git:hunter2@host/x')).toBe('ssh://git@host/x');
});
