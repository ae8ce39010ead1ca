/** The examples of scanners that say where in a text each secret stands: CredSweeper (samples and a report) and secretlint (snapshots). */

import { execFileSync } from 'node:child_process';

const filesOf = (gitDir) => {
  const git = (...args) => execFileSync('git', [`--git-dir=${gitDir}`, ...args], { maxBuffer: 1 << 28 }).toString();
  return {
    names: (path) => git('ls-tree', '-r', '--name-only', '-z', 'HEAD', '--', path).split('\0'),
    read: (name) => git('show', `HEAD:${name}`),
  };
};

/** @returns [{rule, path, text, line, secrets}]; `line` counts from 0 */
export function readCredsweeper(gitDir) {
  const { names, read } = filesOf(gitDir);
  const samples = new Set(names('tests/samples'));
  const texts = new Map();
  const found = JSON.parse(read('tests/data/output.json')).flatMap(({ rule, line_data_list: lines }) =>
    lines.map(({ path, line_num: number, value }) => ({
      rule,
      name: path.replace(/^\.\//, ''),
      line: number - 1,
      value,
    })),
  );
  return found.flatMap(({ rule, name, line, value }) => {
    if (!samples.has(name)) return [];
    if (!texts.has(name)) texts.set(name, read(name));
    const text = texts.get(name);
    // For a file that has to be unpacked first, the report names a line of its content.
    if (!text.split(/\r?\n/)[line]?.includes(value)) return [];
    return [{ rule, path: '', text, line, secrets: [value] }];
  });
}

/** The same text stands in several of its packages. */
export function readSecretlint(gitDir) {
  const { names, read } = filesOf(gitDir);
  const cases = names('packages')
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
