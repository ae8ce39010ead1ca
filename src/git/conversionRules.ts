/** What this working tree's configuration and attributes say about how files become blobs. */

import { join } from 'node:path';
import { fileStamp } from './fileStamp.ts';
import { withSettings } from './gitEnvironment.ts';
import { nulPaths, nulRecords } from './pathBytes.ts';
import type { Repository } from './repository.ts';
import { placeOf, runGit } from './runGit.ts';

export interface ConversionSettings {
  autocrlf: 'true' | 'input' | 'false';
  /** core.ignorecase: git takes names that differ in case alone for one. */
  ignoreCase: boolean;
  /** An environment in which no filter of the configuration runs: each is named and set to nothing. */
  env: NodeJS.ProcessEnv;
}

const WANTED = '^(core\\.(autocrlf|ignorecase)|filter\\..*|include\\.path|includeif\\..*)$';

interface Known {
  stamp: string;
  settings: ConversionSettings;
}

/** Queries ask several times, servers again and again, and starting git costs a hundred times what looking at these files does. */
const known = new WeakMap<Repository, Known>();

export async function conversionSettings(repo: Repository): Promise<ConversionSettings> {
  // Taken before git reads them: of a file that changes meanwhile the next stamp is another one.
  const stamp = configStamp(repo);
  const last = known.get(repo);
  if (last?.stamp === stamp) return last.settings;
  const { settings, isWhole } = await readSettings(repo);
  if (isWhole) known.set(repo, { stamp, settings });
  return settings;
}

/** The files that a repository's configuration comes from, where they include no others. */
function configStamp({ gitDir, commonDir, env }: Repository): string {
  const home = env['HOME'] ?? env['USERPROFILE'] ?? '';
  const xdg = env['XDG_CONFIG_HOME'] ?? join(home, '.config');
  const own = [join(commonDir, 'config'), join(gitDir, 'config.worktree')];
  const users = env['GIT_CONFIG_GLOBAL'] ?? [join(home, '.gitconfig'), join(xdg, 'git/config')];
  return [...own, users, env['GIT_CONFIG_SYSTEM'] ?? '/etc/gitconfig'].flat().map(fileStamp).join('\n');
}

async function readSettings(repo: Repository): Promise<{ settings: ConversionSettings; isWhole: boolean }> {
  const { stdout } = await runGit(placeOf(repo), ['config', '-z', '--get-regexp', WANTED], { mayFail: true });
  let isWhole = true;
  let autocrlf: ConversionSettings['autocrlf'] = 'false';
  let ignoreCase = false;
  const filters = new Set<string>();
  for (const record of nulRecords(stdout)) {
    const [key = '', value] = splitOnce(record, '\n');
    if (key.startsWith('include')) isWhole = false;
    else if (key === 'core.autocrlf') autocrlf = autocrlfOf(value);
    else if (key === 'core.ignorecase') ignoreCase = isTrue(value);
    else filters.add(key.slice('filter.'.length, key.lastIndexOf('.')));
  }
  const nothing = [...filters].flatMap((name): [string, string][] => [
    [`filter.${name}.clean`, ''],
    [`filter.${name}.smudge`, ''],
    [`filter.${name}.process`, ''],
    [`filter.${name}.required`, 'false'],
  ]);
  return { settings: { autocrlf, ignoreCase, env: withSettings(repo.env, nothing) }, isWhole };
}

const ATTRIBUTES = ['text', 'crlf', 'eol', 'ident', 'filter', 'working-tree-encoding'] as const;

/** As check-attr prints them: 'set', 'unset', 'unspecified' or the value. */
export type ConversionAttributes = Record<(typeof ATTRIBUTES)[number], string>;

/** Attributes of files of the working tree, by path. */
export async function conversionAttributes(
  repo: Repository,
  paths: readonly string[],
): Promise<Map<string, ConversionAttributes>> {
  const out = new Map<string, ConversionAttributes>();
  if (paths.length === 0) return out;
  const args = ['check-attr', '-z', '--stdin', ...ATTRIBUTES];
  const { stdout } = await runGit(placeOf(repo), args, { input: nulPaths(paths) });
  const records = nulRecords(stdout);
  for (let at = 0; at + 2 < records.length; at += 3) {
    const path = records[at]!;
    let attributes = out.get(path);
    if (attributes === undefined) {
      attributes = Object.fromEntries(ATTRIBUTES.map((name) => [name, 'unspecified'])) as ConversionAttributes;
      out.set(path, attributes);
    }
    attributes[records[at + 1] as keyof ConversionAttributes] = records[at + 2]!;
  }
  return out;
}

/** The name of the filter that a commit would run, null for none. */
export function filterOf({ filter }: ConversionAttributes): string | null {
  return filter === 'unspecified' || filter === 'unset' || filter === 'set' ? null : filter;
}

function autocrlfOf(value: string | undefined): ConversionSettings['autocrlf'] {
  if (isTrue(value)) return 'true';
  return value !== undefined && /^input$/i.test(value) ? 'input' : 'false';
}

/** A key without a value is true. */
function isTrue(value: string | undefined): boolean {
  return value === undefined || /^(?:true|yes|on|[1-9]\d*)$/i.test(value);
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
