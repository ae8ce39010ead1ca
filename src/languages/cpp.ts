import { C_FAMILY, C_RULES } from './c.ts';
import type { Language } from './language.ts';
import query from './queries/cpp.scm';

export const cpp: Language = {
  ...C_FAMILY,
  name: 'cpp',
  extensions: 'cpp cc cxx c++ hpp hh hxx h++ ipp inl tpp cppm ixx',
  syntax: { grammar: 'cpp', query, separator: '::' },
  rules: { ...C_RULES, implicitReceiver: true, namespaces: Number.POSITIVE_INFINITY, splitClasses: true },
  bindings: { style: 'type-first', keyword: 'auto[\\s&*]' },
  members: { areOutside: true, receiverOf },
};

/** The patterns here may take the square of it. */
const MOST_OF_LINE = 500;

/** `void Server::start()` */
function receiverOf(line: string, name: string): string[] | null {
  const at = line.indexOf(`::${name}`);
  const path =
    at === -1
      ? null
      : /((?:\w+(?:<[^<>]*>)?::)*\w+(?:<[^<>]*>)?)$/.exec(line.slice(Math.max(0, at - MOST_OF_LINE), at))?.[1];
  return path === null || path === undefined ? null : path.replace(/<[^<>]*>/g, '').split('::');
}
