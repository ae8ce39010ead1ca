/**
 * The address of a repository as a person types it: what it is, what it is called, where its clone
 * goes. Everything that git would take for an option, a command or another protocol is refused
 * here. Pure.
 *
 *     git@github.com:org/name.git          ssh    github.com/org/name   github.com_org_name
 *     ssh://git@host:2222/org/name.git     ssh    host/org/name         host_org_name
 *     https://github.com/org/name          https  github.com/org/name   github.com_org_name
 *     file:///srv/git/name.git             file   srv/git/name          file_srv_git_name
 */

import { createHash } from 'node:crypto';
import { CoraError } from '../base/errors.ts';

export interface Address {
  url: string;
  protocol: 'https' | 'ssh' | 'file';
  name: string;
  /** A file name, the same on every file system. */
  id: string;
}

const FORMS = 'git@HOST:ORG/NAME.git, ssh://HOST/ORG/NAME, https://HOST/ORG/NAME, file:///PATH, or a directory';
const PROTOCOLS: Readonly<Record<string, Address['protocol']>> = {
  https: 'https',
  ssh: 'ssh',
  'git+ssh': 'ssh',
  'ssh+git': 'ssh',
  file: 'file',
};
/** The most characters of an id: longer ones are cut and end with a digest. */
const MOST_ID = 120;

/** @returns null for what looks like a directory. @throws CoraError USAGE */
export function readAddress(text: string): Address | null {
  const url = text.trim();
  if (url === '' || url.startsWith('-')) throw refused(`${JSON.stringify(url)} is not an address`);
  if (hasControl(url)) throw refused('An address must not hold line breaks or control characters');
  if (/^[\w+.-]+::/.test(url)) throw refused(`"${url.split('::')[0]}::" would start a program`);
  const full = /^([a-z][a-z0-9+.-]*):\/\/([^/]*)(\/.*)?$/i.exec(url);
  if (full !== null) return ofUrl(url, full[1]!.toLowerCase(), full[2]!, full[3] ?? '');
  // One letter before the colon is a drive; a slash before it makes it a path.
  const short = /^(?:([^@/:\s]+)@)?([^/:@\s]{2,}|\[[0-9a-f:]+\]):(?!\/\/)(.+)$/i.exec(url);
  if (short === null || /^[.~/\\]/.test(url)) return null;
  const [, user = '', host = '', path = ''] = short;
  return { url, protocol: 'ssh', ...named(hostOf(host, user), path) };
}

function ofUrl(url: string, scheme: string, authority: string, path: string): Address {
  const protocol = PROTOCOLS[scheme];
  if (protocol === undefined) {
    const why = scheme === 'http' || scheme === 'git' ? 'is not encrypted' : 'is not supported';
    throw refused(`${scheme}:// ${why}`);
  }
  const at = authority.lastIndexOf('@');
  const [user, host] = at === -1 ? ['', authority] : [authority.slice(0, at), authority.slice(at + 1)];
  if (user.includes(':') || (user !== '' && protocol === 'https') || /[?#]/.test(url)) {
    throw new CoraError('USAGE', 'The address holds a name, password or token, which would be kept in files.', {
      hint: `Leave it out: git asks your credential helper or ssh-agent. ${FORMS}`,
    });
  }
  if (protocol === 'file') {
    if (authority !== '' && authority !== 'localhost') throw refused('file:// names a directory of this machine');
    return { url, protocol, ...named('', path) };
  }
  return { url, protocol, ...named(hostOf(host.replace(/:\d+$/, ''), user), path) };
}

/** ssh would read a host or user that begins with a dash as an option. */
function hostOf(host: string, user: string): string {
  const plain = /^\[[0-9a-f:.]+\]$/i.test(host) ? host.slice(1, -1) : host;
  if (!/^[\w][\w.:-]*$/.test(plain) || user.startsWith('-'))
    throw refused(`${JSON.stringify(host)} is not a host name`);
  return plain.toLowerCase();
}

function named(host: string, path: string): { name: string; id: string } {
  const parts = decoded(path)
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\.git$/i, '')
    .split('/')
    .filter((part) => part !== '' && part !== '~');
  if (parts.length === 0) throw refused('The address names no repository');
  if (parts.some((part) => part === '.' || part === '..')) throw refused('An address must not hold ".." or "."');
  if (parts.some((part) => part.startsWith('-'))) throw refused('No part of an address may begin with a dash');
  const name = [host, ...parts].filter((part) => part !== '').join('/');
  return { name, id: idOf([host === '' ? 'file' : host, ...parts].join('_')) };
}

function decoded(path: string): string {
  try {
    const text = decodeURIComponent(path);
    if (hasControl(text)) throw refused('An address must not hold control characters');
    return text;
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

/**
 * Makes a file name of any text. Texts that differ only in what a file name cannot hold get
 * different digests.
 */
export function idOf(text: string): string {
  const plain = text.replace(/[^\w.-]+/g, '_').replace(/^[.-]+/, '_');
  if (plain === text && plain.length <= MOST_ID) return plain;
  return `${plain.slice(0, MOST_ID)}_${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
}

function invalidBranch(branch: string): CoraError {
  return new CoraError('USAGE', `${JSON.stringify(branch)} is not a valid branch name.`, {
    hint: 'git ls-remote --heads URL   lists the branches, each behind refs/heads/',
  });
}

/** @throws CoraError USAGE for a branch that git would not take, or take for something else */
export function checkBranch(branch: string): string {
  const isOdd = /^[-/.]|\.\.|[\s~^:?*[\\]|@\{|\/\/|\.lock(\/|$)|[/.]$/.test(branch) || branch === '' || branch === '@';
  if (isOdd || hasControl(branch)) throw invalidBranch(branch);
  return branch;
}

/** @throws CoraError USAGE for a name that could not be told from others, or from a path */
export function checkName(name: string): string {
  if (/^[\w][\w./ @+-]*$/.test(name) && !name.split('/').includes('..') && name.length <= 200) return name;
  throw new CoraError('USAGE', `${JSON.stringify(name)} cannot be the name of a repository.`, {
    hint: 'Letters, digits, dots, dashes and slashes: team/api',
  });
}

function hasControl(text: string): boolean {
  return /[\0-\x1f\x7f]/.test(text);
}

function refused(what: string): CoraError {
  return new CoraError('USAGE', `${what}.`, { hint: FORMS });
}
