/** Files of rules, attributes and settings, in clones. */

import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Animal, Cage } from '../cage.ts';

const QUESTIONS = ['index', 'query', 'grep', 'files', 'show', 'chunks', 'status'];

const committing =
  (make: (cage: Cage) => void) =>
  (cage: Cage): void => {
    make(cage);
    cage.repo.commit();
  };

function clone(name: string, tries: string, make: (cage: Cage) => void, aims: readonly string[] = QUESTIONS): Animal {
  return { ...{ name, tries, comes: 'clone', aims }, make: committing(make) };
}

/** One setting of cora.config.json. */
function setting(
  name: string,
  value: unknown | ((cage: Cage) => unknown),
  aims: readonly string[] = ['index', 'query', 'status'],
): Animal {
  return clone(
    `the setting ${name}`,
    'chooses what leaves this machine, where is written, or who is trusted',
    (cage) => {
      const given = typeof value === 'function' ? value(cage) : value;
      cage.repo.file('cora.config.json', JSON.stringify({ [name]: given }));
    },
    aims,
  );
}

const EXPLODING = [`${'*a'.repeat(60)}b`, `${'**/'.repeat(200)}x`, `${'[!a-'.repeat(500)}`, `{${'a,'.repeat(5000)}}`];
const trap = ({ trap: { url } }: Cage): string => url;

/** As users of git-lfs have it: the program is theirs, the attributes are the repository's. */
function withLfs({ home, program }: Cage): void {
  const filter = `[filter "lfs"]\n\tclean = ${program('lfs')}\n\tsmudge = ${program('lfs')}\n\tprocess = ${program('lfs')}\n\trequired = true\n[diff "lfs"]\n\ttextconv = ${program('lfs')}\n`;
  appendFileSync(join(home, '.gitconfig'), filter);
}

export const RULES: readonly Animal[] = [
  {
    ...clone('filters of the user', 'has a filter of the user started for files of its choice', ({ repo }) => {
      repo.file('.gitattributes', '*.ts filter=lfs diff=lfs merge=lfs -text\n* filter=lfs\n');
    }),
    afterClone: (cage) => {
      withLfs(cage);
      appendFileSync(join(cage.dir, 'src/price.ts'), 'export const changed = 1;\n');
    },
    aims: [...QUESTIONS, 'watch'],
  },
  clone('encodings of the working tree', 'has bytes converted by tables of its choice', ({ repo }) => {
    // Git itself would refuse to add a file by an encoding that it does not know.
    repo.commit();
    repo.file(
      '.gitattributes',
      '*.md working-tree-encoding=UTF-16LE\n*.none working-tree-encoding=../../x\n*.ts ident eol=crlf export-subst\n',
    );
  }),
  clone('attributes that explode', 'has patterns of attributes matched for ever', ({ repo }) => {
    repo.file('.gitattributes', `${EXPLODING.map((pattern) => `${pattern} text\n`).join('')}[attr]m m\n* m\n`);
  }),
  clone('rules that explode', 'has patterns of ignore files matched for ever', ({ repo }) => {
    for (const name of ['.gitignore', '.coraignore', 'src/.gitignore']) repo.file(name, `${EXPLODING.join('\n')}\n`);
    repo.file(`src/${'a'.repeat(200)}.ts`, 'export const a = 1;\n');
  }),
  clone('rules without an end', 'has a very large file of rules read', ({ repo }) => {
    repo.file('.coraignore', 'never/matches/*.x\n'.repeat(100_000)).file('.gitattributes', '*.x text\n'.repeat(20_000));
  }),
  clone('rules that include all', 'has ignored and secret files indexed again', ({ repo }) => {
    repo.file('.coraignore', '!*\n!.env\n!.git/**\n!../**\n').file('.env', 'TOKEN=x\n').file('.gitignore', '!**\n');
  }),
  setting('store', '../outside/folder', ['index', 'query', 'status', 'clean', 'hooks']),
  setting('embedder', (cage: Cage) => `openai:text@${trap(cage)}`, ['index', 'query', 'status', 'action']),
  setting('model', (cage: Cage) => `openai:x@${trap(cage)}`, ['ask', 'http routes']),
  setting('rerank', 'transformers:./model', ['query', 'http routes']),
  setting('repos-urls', (cage: Cage) => [`${trap(cage)}/x.git`, `file://${cage.outside}/folder`], [
    'sync',
    'repos',
    'http routes',
  ]),
  setting('repos-base-dir', ({ outside }: Cage) => outside, ['repos', 'sync', 'query']),
  setting('index', 's3://bucket/x', ['query', 'status', 'symbols', 'mcp tools']),
  setting('source', (cage: Cage) => trap(cage), ['pull', 'sync']),
  setting('token', 'chosen', ['http routes', 'mcp tools']),
  setting('bind', '0.0.0.0', ['http routes', 'mcp tools']),
  setting('hooks', { postCommit: './evil.sh' }, ['hooks', 'init', 'git hooks']),
  setting('output', '../outside/packed.tar.gz', ['pack', 'merge', 'pages']),
  setting('include', [EXPLODING[0]!, '../**', '/etc/**', '.git/**']),
  clone(
    'settings that change prototypes',
    'changes what all objects inherit',
    ({ repo }) => {
      repo.file(
        'cora.config.json',
        '{"__proto__":{"store":"/tmp"},"constructor":{"prototype":{"store":"/tmp"}},"toString":1}',
      );
    },
    ['index', 'query', 'status', 'init'],
  ),
  clone(
    'settings nested deeply',
    'has the parser of settings fail',
    ({ repo }) => {
      repo.file('cora.config.json', `${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    },
    ['index', 'query', 'status', 'init'],
  ),
  clone('settings of all kinds at once', 'has one setting pass beside another', (cage) => {
    const all = {
      store: cage.outside,
      embedder: `ollama:x@${trap(cage)}`,
      model: 'codex',
      index: cage.outside,
      token: 'x',
      output: cage.outside,
    };
    cage.repo.file('cora.config.json', JSON.stringify(all)).file('src/cora.config.json', JSON.stringify(all));
  }),
];
