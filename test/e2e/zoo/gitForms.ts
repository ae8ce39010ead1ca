/** How Cora may call git: each form by its subcommand and its options. A call that is not here fails the zoo. */

/** In this order, before everything else. A copy of src/git/runGit.ts: a setting that is lost there fails here. */
const INERT = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'protocol.allow=never',
  'credential.helper=',
  'core.quotePath=false',
  'log.showSignature=false',
];

/** A copy of src/fleet/networkGit.ts. */
const ON_THE_NETWORK = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'fetch.recurseSubmodules=false',
  'submodule.recurse=false',
  'transfer.bundleURI=false',
  'credential.interactive=false',
  'gc.autoDetach=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'fetch.unpackLimit=1',
  'core.bigFileThreshold=64m',
  'maintenance.autoDetach=false',
];
const REDIRECTS = ['http.followRedirects=initial', 'http.followRedirects=false'];

const DIFF = ['--no-ext-diff', '--no-textconv', '--ignore-submodules=all', '--no-color'];
const REQUIRED_OF_DIFFS = ['--no-ext-diff', '--no-textconv'];
const OBJECTS = [
  '--objects',
  '--no-object-names',
  '--missing=allow-any',
  '--ignore-missing',
  '--stdin',
  '--no-walk=unsorted',
];
const COMMITS = /^--format=%H(%x00%[A-Za-z]+)*$/;

interface Form {
  options: readonly (string | RegExp)[];
  /** Without these it could start a program. */
  required?: readonly string[];
  /** Words that are no options; undefined: objects and names of refs, none of which is an address. */
  words?: RegExp;
}

const WORDS = /^[^-](?!.*::)/;
const LOCAL: Readonly<Record<string, Form>> = {
  'rev-parse': {
    options: [
      /^--(path-format=absolute|is-[a-z-]+|show-object-format|show-cdup|show-toplevel|git-dir|git-common-dir|revs-only|verify|quiet)$/,
    ],
  },
  'ls-files': {
    options: [
      ...['-z', '-s', '-v', '--stage', '--cached', '--others', '--ignored', '--exclude-standard', '--directory'],
      /^--exclude=!\.\w+$/,
    ],
  },
  'ls-tree': { options: ['-r', '-z', '-l', '--full-tree'] },
  'cat-file': {
    options: ['--batch', '--buffer', '-e', /^--batch-check=%\(objectname\) %\(object(type|size)\)$/],
    words: /^[0-9a-f]{40}([0-9a-f]{24})?$/,
  },
  'rev-list': { options: [...OBJECTS, '--count', '--all', '--reverse', /^--max-(count|parents)=\d+$/] },
  'merge-base': { options: ['--is-ancestor'] },
  'diff-tree': {
    options: [
      ...DIFF,
      ...['-r', '-z', '-p', '-M', '-M100%', '--root', '--stdin', '--always', '--no-commit-id', '--raw', '--numstat'],
      ...[
        '--name-status',
        '--no-renames',
        '--full-index',
        '--diff-merges=first-parent',
        '--encoding=UTF-8',
        '--date=raw',
      ],
      ...['--src-prefix=a/', '--dst-prefix=b/', COMMITS],
    ],
    required: REQUIRED_OF_DIFFS,
  },
  'diff-index': { options: [...DIFF, '-z', '--no-renames', '--full-index', '--cached'], required: REQUIRED_OF_DIFFS },
  log: {
    options: [
      ...['--stdin', '--no-walk=unsorted', '-z', '-s', '--no-notes', '--no-mailmap', '--encoding=UTF-8', COMMITS],
      ...['--walk-reflogs', '--all', '--date=unix', '--date=raw', '--format=%H %gd', '-1', /^--format=%[A-Za-z%0]+$/],
    ],
  },
  config: {
    options: ['-z', '--show-scope', '--type=path', '--get-all', '--get-regexp', '--get', '--null', '--name-only'],
    words: /^[\w^(.*\\$|)]+$/,
  },
  'check-attr': { options: ['-z', '--stdin'] },
  'check-ignore': { options: ['-z', '--stdin'], words: /^$/ },
  'for-each-ref': {
    options: [
      /^--format=(x|%\((objectname|refname|refname:strip=2)\))$/,
      /^--sort=-(version:refname|creatordate)$/,
      '--count=3',
    ],
  },
  worktree: { options: ['--porcelain', '-z'], words: /^list$/ },
  'symbolic-ref': { options: [] },
  'update-ref': { options: ['--stdin'], words: /^$/ },
  init: { options: ['-q', '--bare', '--template=', /^--object-format=sha(1|256)$/], words: /^\.$/ },
};

/** A copy of src/fleet/updateClone.ts, in a clone that Cora has made. */
const TIDY =
  /^-c gc\.auto=6700 -c gc\.autoDetach=false -c pack\.window=0 -c core\.bigFileThreshold=64m gc --auto --quiet$/;

/** In a clone that Cora makes, which git runs by itself. */
const HELPERS =
  /^(rev-list --objects --stdin --not --all|index-pack |unpack-objects |maintenance run |upload-pack |gc --auto)/;

/** @param argv with `git` before it. @returns what is wrong with the call; null where it has one of the forms */
export function faultOfGit(argv: readonly string[]): string | null {
  const words = argv.slice(1);
  const local = withoutSettings(words, INERT);
  if (local !== null) return TIDY.test(local.join(' ')) ? null : faultOfLocal(local);
  for (const redirects of REDIRECTS) {
    const remote = withoutSettings(words, [...ON_THE_NETWORK, redirects]);
    if (remote !== null) return faultOfRemote(remote);
  }
  if (words.join(' ') === 'config --get core.sshCommand') return null;
  return HELPERS.test(words.join(' ')) ? null : 'it is called without the settings that keep it inert';
}

function withoutSettings(words: readonly string[], settings: readonly string[]): readonly string[] | null {
  const all = settings.flatMap((setting) => ['-c', setting]);
  return all.every((word, at) => words[at] === word) ? words.slice(all.length) : null;
}

function faultOfLocal(all: readonly string[]): string | null {
  const [command = '', ...words] = all[0] === '--literal-pathspecs' ? all.slice(1) : all;
  // It writes the address into a clone that Cora has just made.
  if (command === 'config' && words[0] === '--file')
    return words.length === 4 ? null : 'config --file takes a key and a value';
  const form = LOCAL[command];
  if (form === undefined) return `git ${command} is not one of its subcommands`;
  const end = words.indexOf('--');
  for (const word of end === -1 ? words : words.slice(0, end)) {
    const isOption = word.startsWith('-');
    const fits = isOption ? form.options.some((one) => matches(one, word)) : (form.words ?? WORDS).test(word);
    if (!fits) return `git ${command} is not called with ${JSON.stringify(word)}`;
  }
  const missing = form.required?.find((option) => !words.includes(option));
  return missing === undefined ? null : `git ${command} is called without ${missing}`;
}

function faultOfRemote([command, ...words]: readonly string[]): string | null {
  const end = words.indexOf('--');
  if ((command !== 'ls-remote' && command !== 'fetch') || end === -1) return 'only ls-remote and fetch, with --';
  return words.slice(0, end).every((word) => /^--[a-z][a-z-]*(=1)?$/.test(word)) ? null : 'an unknown option';
}

function matches(form: string | RegExp, word: string): boolean {
  return typeof form === 'string' ? form === word : form.test(word);
}
