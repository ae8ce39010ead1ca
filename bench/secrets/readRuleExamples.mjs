/**
 * The examples of scanners that keep them beside their rules: Nosey Parker and Kingfisher (YAML, with a pattern in Rust's form), and
 * secretlint (snapshots that say where the secret stands).
 */

import { execFileSync } from 'node:child_process';
import { parse } from 'yaml';

const listed = (gitDir, ...paths) => {
  const git = (args, input) =>
    execFileSync('git', [`--git-dir=${gitDir}`, ...args], { maxBuffer: 1 << 28, input }).toString();
  const names = git(['ls-tree', '-r', '--name-only', '-z', 'HEAD', '--', ...paths]).split('\0');
  return { names, read: (name) => git(['show', `HEAD:${name}`]) };
};

/** @returns [{rule, path, text, secrets, isPublic}]; `secrets` is null for what should not be found */
export function readYamlRules(gitDir) {
  const { names, read } = listed(gitDir, 'crates/noseyparker/data/default/builtin/rules', 'data/rules');
  return names
    .filter((name) => name.endsWith('.yml'))
    .flatMap((name) => parse(read(name))?.rules ?? [])
    .flatMap(({ id, pattern, examples = [], negative_examples: none = [], categories = [], visible = true }) => {
      const isPublic = categories.includes('identifier') || !visible;
      const regex = patternOf(pattern);
      const isTrue = (text) => ({ rule: id, path: '', text, secrets: groupsIn(regex, text), isPublic });
      const isFalse = (text) => ({ rule: id, path: '', text, secrets: null, isPublic });
      return [...examples.map(String).map(isTrue), ...none.map(String).map(isFalse)];
    });
}

/** The same text stands in several of its packages. */
export function readSecretlint(gitDir) {
  const { names, read } = listed(gitDir, 'packages');
  const cases = names
    .filter((name) => /\/snapshots\/.*\/output\.json$/.test(name))
    .flatMap((name) => {
      const { sourceContent: text, messages = [] } = JSON.parse(read(name));
      if (typeof text !== 'string') return [];
      const found = messages.filter(({ range }) => Array.isArray(range));
      if (found.length === 0 && /\/ok/.test(name)) return [{ rule: name.split('/')[2], path: '', text, secrets: null }];
      return found.map(({ messageId, range }) => ({
        rule: messageId,
        path: '',
        text,
        secrets: [text.slice(...range)],
      }));
    });
  return [...new Map(cases.map((one) => [`${one.rule} ${one.secrets?.[0] ?? one.text}`, one])).values()];
}

/** Of the whole match where there are no groups; nothing where the pattern cannot be read here. */
function groupsIn(regex, text) {
  const match = regex?.exec(text);
  if (!match) return [];
  const groups = match.slice(1).filter(Boolean);
  return groups.length === 0 ? [match[0]] : groups;
}

const CLASSES = {
  alnum: 'a-zA-Z0-9',
  alpha: 'a-zA-Z',
  digit: '0-9',
  xdigit: 'a-fA-F0-9',
  space: '\\s',
  punct: '!-\\/:-@[-`{-~',
};

/** Rust's form as JavaScript's: flags in the text count for all of it. */
function patternOf(text) {
  const flags = /\(\?([a-z]+)(?=[:)])/.exec(text)?.[1] ?? '';
  const source = (flags.includes('x') ? withoutSpace(text) : text.trim())
    .replace(/\(\?[imsux]+\)/g, '')
    .replace(/\(\?[imsux]+:/g, '(?:')
    .replace(/\(\?P</g, '(?<')
    .replace(/\[:(\w+):\]/g, (all, name) => CLASSES[name] ?? all)
    .replaceAll('\\z', '$')
    .replaceAll('\\A', '^');
  try {
    return new RegExp(source, flags.includes('i') ? 'is' : 's');
  } catch {
    return null;
  }
}

function withoutSpace(text) {
  return text.replace(/\\[\s\S]|\[(?:\\[\s\S]|\[:\w+:\]|[^\]\\])*\]|\s+|#.*/g, (piece) =>
    /^[\s#]/.test(piece) ? '' : piece,
  );
}
