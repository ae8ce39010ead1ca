/**
 * The environment and the settings with which Cora runs git: English and parseable, without locks, without the network,
 * and inert: no program that a repository's configuration names is started. Git 2.31 or newer.
 */

import { withProgramPath } from '../base/programPath.ts';

/** What `git rev-parse --local-env-vars` prints: set inside hooks, they would point git at another repository or index. */
const REPOSITORY_VARIABLES = [
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_CONFIG',
  'GIT_CONFIG_PARAMETERS',
  'GIT_CONFIG_COUNT',
  'GIT_OBJECT_DIRECTORY',
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_GRAFT_FILE',
  'GIT_INDEX_FILE',
  'GIT_NO_REPLACE_OBJECTS',
  'GIT_REPLACE_REF_BASE',
  'GIT_PREFIX',
  'GIT_INTERNAL_SUPER_PREFIX',
  'GIT_SHALLOW_FILE',
  'GIT_COMMON_DIR',
];

/** These change what arguments mean or what output holds. */
const BEHAVIOUR_VARIABLES = [
  'GIT_ATTR_SOURCE',
  'GIT_DEFAULT_HASH',
  'GIT_DIFF_OPTS',
  'GIT_EXTERNAL_DIFF',
  'GIT_GLOB_PATHSPECS',
  'GIT_ICASE_PATHSPECS',
  'GIT_LITERAL_PATHSPECS',
  'GIT_NAMESPACE',
  'GIT_NOGLOB_PATHSPECS',
  'GIT_QUARANTINE_PATH',
];

const FIXED_VARIABLES = {
  /** Messages are matched below. */
  LC_ALL: 'C',
  /** Never refresh the index: a query must not make a commit beside it wait. */
  GIT_OPTIONAL_LOCKS: '0',
  /** A blob that a partial clone lacks is missing; it is not fetched. */
  GIT_NO_LAZY_FETCH: '1',
  /** The same for versions of git that do not know the line above; overrides protocol.*.allow of the configuration. */
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_TERMINAL_PROMPT: '0',
  /** An object is what its name says: refs/replace would give one blob the bytes of another. */
  GIT_NO_REPLACE_OBJECTS: '1',
};

/** Reading the index may write it, and then runs post-index-change. */
export const NO_HOOKS = 'core.hooksPath=/dev/null';

/** Set with `-c` before every command. */
export const INERT_SETTINGS = [
  /** A hook or daemon that git would ask for changed files. */
  'core.fsmonitor=false',
  NO_HOOKS,
  /** Nothing is fetched. */
  'protocol.allow=never',
  /** No credential helper is asked. */
  'credential.helper=',
  /** Paths come as bytes. */
  'core.quotePath=false',
  /** A signed commit would start gpg when it is shown. */
  'log.showSignature=false',
];

/** For every diff: no external program, no textconv, and no look into submodules, whose own configuration would count. */
export const INERT_DIFF = ['--no-ext-diff', '--no-textconv', '--ignore-submodules=all', '--no-color'];

/** @param env the caller's environment; it is not changed */
export function gitEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const clean = withProgramPath(env);
  for (const name of [...REPOSITORY_VARIABLES, ...BEHAVIOUR_VARIABLES]) delete clean[name];
  return { ...clean, ...FIXED_VARIABLES };
}

/** Settings for one command through the environment, where a name may hold any character. */
export function withSettings(
  env: NodeJS.ProcessEnv,
  settings: readonly (readonly [string, string])[],
): NodeJS.ProcessEnv {
  const out: NodeJS.ProcessEnv = { ...env, GIT_CONFIG_COUNT: String(settings.length) };
  for (const [at, [key, value]] of settings.entries()) {
    out[`GIT_CONFIG_KEY_${at}`] = key;
    out[`GIT_CONFIG_VALUE_${at}`] = value;
  }
  return out;
}
