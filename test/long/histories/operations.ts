/** The alphabet of the histories: what may happen to a repository, as lines of shell that can be typed again. */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Content, contentOf, pathOf } from './contents.ts';
import type { Random } from './random.ts';
import { linesOf, type World, word } from './world.ts';

/** What an operation may look at: the state is read when it is asked for. */
export interface Scene {
  world: World;
  /** The worktree where things happen, seen from the root. */
  where: string;
  random: Random;
  /** Counts up: names that must be new. */
  at: number;
}

export interface Operation {
  /** In the worktree, or in the root where `inRoot` is true; null where there is nothing to do it to. */
  script: string | null;
  inRoot?: boolean;
  /** The worktree where the history goes on. */
  goOnIn?: string;
}

type Maker = (scene: Scene) => Operation | string | null;

/** @returns the operation and its name */
export function nextOperation(scene: Scene): { name: string; operation: Operation } {
  const [name, make] = scene.random.weighted(
    Object.entries(ALPHABET).map(([key, [weight, maker]]) => [weight, [key, maker] as const] as const),
  );
  const made = make(scene);
  return { name, operation: typeof made === 'object' && made !== null ? made : { script: made } };
}

/** How a history may begin, in the root: makes `work` with a first commit. */
export function beginning(random: Random): { kind: string; script: string } {
  const kind = random.weighted(Object.keys(BEGINNINGS).map((name) => [name === 'plain' ? 4 : 1, name] as const));
  const files = Array.from({ length: 4 + random.below(5) }, () => {
    const path = pathOf(random);
    return write(path, contentOf(path, random));
  });
  const first = `${files.join('\n')}\ngit add -A && git commit -qm first`;
  return { kind, script: BEGINNINGS[kind]!(first) };
}

const INIT = 'git init -q -b main';
const SETTINGS = 'git config core.quotePath false; git config protocol.file.allow always';
const CLONE = (options: string) => (first: string) =>
  `(${INIT} origin && cd origin && git config uploadpack.allowFilter true && git config uploadpack.allowAnySHA1InWant true && (${first}); git rm -qr --cached . ; git add -A; git commit -q --allow-empty -m second; echo 'def flush_ledger(): pass' > extra.py; git add -A; git commit -qm third)
git clone -q ${options} "file://$PWD/origin" work && cd work && ${SETTINGS}`;
const BEGINNINGS: Record<string, (first: string) => string> = {
  plain: (first) => `${INIT} work && cd work && ${SETTINGS}\n${first}`,
  sha256: (first) => `${INIT} --object-format=sha256 work && cd work && ${SETTINGS}\n${first}`,
  shallow: CLONE('--depth=2'),
  partial: CLONE('--filter=blob:none'),
  clone: CLONE('--no-local'),
  'small disk': (first) => `${INIT} work && cd work && ${SETTINGS}\n${first}`,
};
/** Megabytes. */
export const SMALL_DISK = 200;

const RULE_FILES: Record<string, readonly string[]> = {
  '.gitignore': ['*.md\n', 'lib/\n', '!*.md\n*.tmp\n', 'alpha.*\n', '/src/\n'],
  '.coraignore': ['*.md\n', 'lib/\n', '*.json\n!alpha.json\n', 'docs/**\n', '*.py\n!src/*.py\n'],
  '.cursorignore': ['*.txt\n', 'test/\n', 'beta.*\n'],
  '.gitattributes': [
    '*.md linguist-generated\n',
    'lib/** linguist-vendored\n',
    '* text=auto eol=crlf\n',
    '*.txt binary\n',
    '*.txt linguist-language=Python\n',
    '*.py working-tree-encoding=UTF-16LE\n',
    '*.py ident\n',
    '*.ts filter=shout\n',
    'alpha.* -linguist-generated\n',
  ],
  '.git/info/exclude': ['*.ts\n', 'docs/\n', '*.unknown\n'],
  '.git/info/attributes': ['*.go linguist-generated\n', 'src/** linguist-vendored=false\n', '*.json -diff\n'],
  'cora.config.json': [
    '{"exclude": ["**/*.md"]}\n',
    '{"exclude": ["lib/**"], "maxFileSize": 300}\n',
    '{"maxFileSize": "much"}\n',
    '{"include": ["src/**", "docs/**"]}\n',
    '{}\n',
  ],
};

/** Weights and makers, by name. */
const ALPHABET: Record<string, readonly [number, Maker]> = {
  // Files.
  'write a file': [14, ({ random }) => writeNew(random)],
  'edit a file': [
    14,
    (scene) => {
      const path = tracked(scene);
      return path === null ? null : write(path, contentOf(path, scene.random));
    },
  ],
  'append to a file': [
    6,
    (scene) => {
      const path = tracked(scene);
      if (path === null) return null;
      const content = contentOf(path, scene.random);
      return typeof content === 'string' ? `${bytesOf(content)} >> ${redirected(path)}` : null;
    },
  ],
  'delete a line': [3, (scene) => onFile(scene, (path) => `sed -i 2d -- ${path}`)],
  'delete a file': [5, (scene) => onFile(scene, (path) => `rm -rf -- ${path}`)],
  'remove a file by git': [2, (scene) => onFile(scene, (path) => `git rm -qrf -- ${path}`)],
  'untrack a file': [2, (scene) => onFile(scene, (path) => `git rm -qr --cached -- ${path}`)],
  'rename a file': [
    6,
    (scene) => onFile(scene, (path) => inFolder(pathOf(scene.random), (to) => `mv -f -- ${path} ${to}`)),
  ],
  'rename by git': [
    3,
    (scene) => onFile(scene, (path) => inFolder(pathOf(scene.random), (to) => `git mv -f -- ${path} ${to}`)),
  ],
  'rename in case only': [
    2,
    (scene) => {
      const path = tracked(scene);
      if (path === null) return null;
      const at = path.lastIndexOf('/') + 1;
      const turned = path[at]! === path[at]!.toUpperCase() ? path[at]!.toLowerCase() : path[at]!.toUpperCase();
      return `git mv -f -- ${word(path)} ${word(path.slice(0, at) + turned + path.slice(at + 1))}`;
    },
  ],
  'copy a file': [
    3,
    (scene) => onFile(scene, (path) => inFolder(pathOf(scene.random), (to) => `cp -rf -- ${path} ${to}`)),
  ],
  'a file becomes a folder': [
    2,
    (scene) =>
      onFile(
        scene,
        (path) => `rm -rf -- ${path}; mkdir -p -- ${path} && echo 'def join_event(): pass' > ./${path}/inner.py`,
      ),
  ],
  'a folder becomes a file': [
    2,
    ({ random }) => {
      const folder = random.pick(['src', 'lib', 'docs']);
      return `rm -rf ${folder}; echo 'append_account was a folder' > ${folder}`;
    },
  ],
  'a file becomes a link': [
    2,
    (scene) =>
      onFile(
        scene,
        (path) =>
          `rm -rf -- ${path}; ln -s ${scene.random.pick(['src/alpha.py', '/etc', 'nowhere', '.', '../home'])} ./${path}`,
      ),
  ],
  'a folder becomes a link': [1, () => 'mv lib lib2 && ln -s lib2 lib'],
  'a link becomes a file': [
    1,
    () =>
      `find . -path ./.git -prune -o -type l -print0 | sort -z | head -zn 1 | while IFS= read -rd '' at; do rm -- "$at"; echo 'emit_event was a link' > "$at"; done`,
  ],
  'make executable': [1, (scene) => onFile(scene, (path) => `chmod +x -- ${path}`)],
  'make unreadable': [1, (scene) => onFile(scene, (path) => `touch -d @1 -- ${path}`)],
  'a repository inside': [
    1,
    ({ at }) => `git init -q nested${at} && echo 'def check_event(): pass' > nested${at}/in.py`,
  ],
  'many files': [
    1,
    ({ random, at }) =>
      `mkdir -p many && for i in $(seq ${random.pick([20, 320])}); do echo "def decode_account_$i(): return ${at}" > many/f$i.py; done`,
  ],
  'fewer files': [1, () => 'rm -rf many'],
  // The index of Git.
  'stage all': [5, () => 'git add -A'],
  'stage a file': [3, (scene) => onFile(scene, (path) => `git add -- ${path}`)],
  'intend to add': [2, () => 'git add -N .'],
  unstage: [2, () => 'git reset -q'],
  'assume unchanged': [
    1,
    (scene) =>
      onFile(
        scene,
        (path) => `git update-index --assume-unchanged -- ${path}; echo 'build_digest assumed' >> ./${path}`,
      ),
  ],
  'skip worktree': [
    1,
    (scene) => onFile(scene, (path) => `git update-index --skip-worktree -- ${path}; rm -f -- ${path}`),
  ],
  'believe nothing': [
    2,
    () => 'git ls-files -z | xargs -0r git update-index --no-assume-unchanged --no-skip-worktree --',
  ],
  'another form of the index': [
    1,
    ({ random }) =>
      random.pick([
        'git update-index --split-index',
        'git update-index --index-version 4',
        'git update-index --untracked-cache',
        'git update-index --no-split-index',
      ]),
  ],
  // Commits.
  commit: [8, ({ at }) => `git add -A && git commit -qm 'commit ${at}'`],
  'commit what is staged': [3, ({ at }) => `git commit -qm 'staged ${at}'`],
  'an empty commit': [1, ({ at }) => `git commit -q --allow-empty -m 'empty ${at}'`],
  amend: [3, () => 'git commit -q --amend --no-edit -a'],
  revert: [2, () => 'git revert --no-edit HEAD >/dev/null || git revert --abort'],
  'cherry-pick': [
    2,
    (scene) => onBranch(scene, (branch) => `git cherry-pick ${branch} >/dev/null || git cherry-pick --abort`),
  ],
  reset: [3, ({ random }) => `git reset -q --${random.pick(['soft', 'mixed', 'hard'])} HEAD~${random.below(3)}`],
  'throw away': [2, () => 'git reset -q --hard && git clean -qfd'],
  'put away': [2, ({ random }) => `git stash -q${random.pick(['', ' -u', ' --keep-index'])}`],
  'bring back': [2, () => 'git stash pop -q'],
  'a file of the past': [2, (scene) => onFile(scene, (path) => `git checkout -q HEAD~1 -- ${path}`)],
  // Branches.
  branch: [4, ({ random }) => `git switch -q -C side${random.below(3)}`],
  switch: [4, (scene) => onBranch(scene, (branch) => `git switch -q ${branch} || git switch -qf ${branch}`)],
  detach: [2, ({ random }) => `git checkout -q --detach HEAD~${random.below(3)}`],
  merge: [
    4,
    (scene) => onBranch(scene, (branch) => `git merge -q --no-edit ${branch} >/dev/null || git merge --abort`),
  ],
  'merge and leave the conflict': [
    1,
    (scene) => onBranch(scene, (branch) => `git merge -q --no-edit ${branch} >/dev/null`),
  ],
  rebase: [3, (scene) => onBranch(scene, (branch) => `git rebase -q ${branch} >/dev/null 2>&1 || git rebase --abort`)],
  'stop a rebase in the middle': [1, (scene) => onBranch(scene, (branch) => `git rebase -q ${branch} >/dev/null 2>&1`)],
  'end what is under way': [2, () => 'git rebase --abort || git merge --abort || git cherry-pick --abort || true'],
  'an orphan': [
    1,
    ({ at }) =>
      `git switch -q --orphan orphan${at} && echo 'def gather_event(): pass' > orphan.py && git add -A && git commit -qm orphan`,
  ],
  tag: [1, ({ random, at }) => `git tag ${random.pick(['', '-a -m x '])}v${at}`],
  'delete a branch': [1, (scene) => onBranch(scene, (branch) => `git branch -qD ${branch}`)],
  replace: [1, () => 'git replace -f HEAD "$(git commit-tree "HEAD~1^{tree}" -m other)"'],
  'replace nothing': [1, () => 'git replace -l | xargs -r git replace -d'],
  // Worktrees.
  'another worktree': [
    2,
    ({ at, where, random }) => ({
      script: `git worktree add -q ${random.pick(['--detach', `-b tree${at}`])} ../tree${at}`,
      goOnIn: random.chance(2, 3) ? `tree${at}` : where,
    }),
  ],
  'go to a worktree': [
    2,
    ({ world, random }) => {
      const there = readdirSync(world.root).filter((name) => name === 'work' || name.startsWith('tree'));
      return { script: 'true', goOnIn: random.pick(there.sort()) };
    },
  ],
  'a worktree vanishes': [
    2,
    (scene) => withTree(scene, (tree) => ({ inRoot: true, script: `rm -rf ${tree}`, goOnIn: 'work' })),
  ],
  'a worktree is moved': [
    1,
    (scene) =>
      withTree(scene, (tree) => ({
        script: scene.random.chance(1, 2)
          ? `mv ${tree} moved-${tree}`
          : `git -C work worktree move ../${tree} ../moved-${tree}`,
        inRoot: true,
        goOnIn: 'work',
      })),
  ],
  'prune worktrees': [1, () => 'git worktree prune'],
  // Objects.
  'collect garbage': [2, () => 'git reflog expire --expire=now --all && git gc -q --prune=now'],
  repack: [1, () => 'git repack -qad'],
  'fetch more or less of the past': [
    1,
    ({ random }) => `git fetch -q ${random.pick(['--unshallow', '--depth=1', '--deepen=1', ''])} origin`,
  ],
  'write the graph of commits': [1, () => 'git commit-graph write --reachable 2>/dev/null'],
  // Rules.
  'a rule file': [
    6,
    ({ random }) => {
      const name = random.pick(Object.keys(RULE_FILES));
      const content = random.pick(RULE_FILES[name]!);
      if (name.startsWith('.git/')) {
        const at = `"$(git rev-parse --git-common-dir)"/${name.slice('.git/'.length)}`;
        return `printf %s ${word(content)} > ${at}`;
      }
      return write(random.chance(1, 3) ? `${random.pick(['src/', 'lib/'])}${name}` : name, content);
    },
  ],
  'a rule file less': [
    3,
    ({ random }) => {
      const name = random.pick(Object.keys(RULE_FILES));
      return name.startsWith('.git/')
        ? `rm -f "$(git rev-parse --git-common-dir)"/${name.slice('.git/'.length)}`
        : `rm -rf ${name} src/${name} lib/${name}`;
    },
  ],
  filters: [
    1,
    ({ random }) =>
      random.pick([
        `git config filter.shout.clean 'tr a-z A-Z' && git config filter.shout.smudge 'tr A-Z a-z'`,
        'git config --remove-section filter.shout',
        'git config core.autocrlf true',
        'git config core.autocrlf input',
        'git config --unset core.autocrlf',
        'git config core.fileMode false',
        'git config core.ignoreCase true',
        'git config core.precomposeUnicode true',
        'git config --unset core.ignoreCase',
      ]),
  ],
  // Parts of a repository.
  'sparse checkout': [
    2,
    ({ random }) =>
      random.pick([
        'git sparse-checkout set src 2>/dev/null',
        'git sparse-checkout set --no-cone "*.py" "/docs/" 2>/dev/null',
        'git sparse-checkout set --cone --sparse-index lib 2>/dev/null',
        'git sparse-checkout disable 2>/dev/null',
      ]),
  ],
  'all of the checkout': [2, () => 'git sparse-checkout disable 2>/dev/null'],
  'a submodule': [
    1,
    ({ at }) =>
      `(cd .. && { [ -d module ] || { ${INIT} module && cd module && echo 'def gather_cursor(): return 1' > inside.py && git add -A && git commit -qm module; }; }) && git -c protocol.file.allow=always submodule --quiet add "$(cd .. && pwd)/module" sub${at}`,
  ],
  'change a submodule': [
    1,
    () =>
      `for sub in sub*/; do [ -e "$sub/.git" ] && echo 'def check_cursor(): return 2' >> "$sub/inside.py"; done; true`,
  ],
  'commit in a submodule': [
    1,
    () => `for sub in sub*/; do [ -e "$sub/.git" ] && git -C "$sub" commit -qam inside; done; true`,
  ],
  // Runs of Cora that come to nothing. $CORA is how the command line is started.
  'a run is killed': [2, ({ random }) => faulty(`timeout -s KILL 0.${1 + random.below(9)} $CORA index`)],
  'a run without memory': [
    1,
    ({ random }) => faulty(`(ulimit -v ${random.pick([900, 2000, 4000, 12000])}000; $CORA index)`),
  ],
  'a run without descriptors': [1, ({ random }) => faulty(`(ulimit -n ${random.pick([12, 25, 40, 80])}; $CORA index)`)],
  'a run that may write little': [1, ({ random }) => faulty(`(ulimit -f ${random.pick([1, 4, 16, 64])}; $CORA index)`)],
  'a run without threads': [1, ({ random }) => faulty(`(ulimit -u ${random.pick([5, 40])}; $CORA index)`)],
  'a run on a full disk': [
    1,
    ({ world }) =>
      world.isMounted ? faulty('head -c 300M /dev/zero > ../fill 2>/dev/null; $CORA index; rm -f ../fill') : null,
  ],
  'cora gc': [1, () => faulty('$CORA gc')],
};

const faulty = (command: string): string => `[ -z "$CORA" ] || { ${command}; } >/dev/null 2>&1`;

function write(path: string, content: Content): string {
  return inFolder(path, () => `${bytesOf(content)} > ${redirected(path)}`);
}

function writeNew(random: Random): string {
  const path = pathOf(random);
  return write(path, contentOf(path, random));
}

/** A command that prints these bytes. */
function bytesOf(content: Content): string {
  if (typeof content !== 'string') return `yes ${word(content.line)} | head -n ${content.times}`;
  return /^[\t\n\x20-\x7e]*$/.test(content)
    ? `printf %s ${word(content)}`
    : `printf %s ${Buffer.from(content, 'latin1').toString('base64')} | base64 -d`;
}

const redirected = (path: string): string => `./${word(path)}`;

function inFolder(path: string, then: (to: string) => string): string {
  const at = path.lastIndexOf('/');
  const made = at < 0 ? '' : `mkdir -p -- ${word(path.slice(0, at))} && `;
  return `${made}${then(word(path))}`;
}

function tracked({ world, where, random }: Scene): string | null {
  const files = linesOf(world, where, 'ls-files', '-z', '-c', '-o', '--exclude-standard').filter(
    (path) => !path.endsWith('/') && !path.startsWith('many/'),
  );
  return files.length === 0 ? null : random.pick([...new Set(files)].sort());
}

function onFile(scene: Scene, then: (path: string) => string): string | null {
  const path = tracked(scene);
  return path === null ? null : then(word(path));
}

function onBranch({ world, where, random }: Scene, then: (branch: string) => string): string | null {
  const branches = linesOf(world, where, 'for-each-ref', '--format=%(refname:short)', 'refs/heads');
  return branches.length === 0 ? null : then(random.pick(branches.sort()));
}

function withTree({ world, random }: Scene, then: (tree: string) => Operation): Operation | null {
  const trees = readdirSync(world.root).filter((name) => /^tree\d+$/.test(name) && existsSync(join(world.root, name)));
  return trees.length === 0 ? null : then(random.pick(trees.sort()));
}
