/** Decides whether a file is indexed, by what is known without reading it. Pure. */

import type { SkipReason } from '../base/types.ts';
import { firstMatch } from './matchGlobs.ts';
import { defaultRuleOf, secretRuleOf } from './pathRules.ts';
import { LINK_MODE, SUBMODULE_MODE } from './repository.ts';
import type { IndexingAttributes } from './treeAttributes.ts';

export interface ViewSettings {
  /** Globs of files that are indexed although a default rule leaves them out. */
  include: readonly string[];
  /** Globs of files that are not indexed; stronger than `include`. */
  exclude: readonly string[];
  /** Bytes. */
  maxFileSize: number;
}

/** Holds what files of the tree say about a path. */
export interface PathContext extends IndexingAttributes {
  /** The name of the ignore file that leaves it out. */
  ignoredBy: string | undefined;
}

export interface Skip {
  reason: SkipReason;
  detail?: string;
}

/** No system checks out a longer one, and patterns of paths may take the square of it. */
const MOST_PATH = 4096;

const NOTHING_SAID: PathContext = {
  generated: undefined,
  vendored: undefined,
  filter: undefined,
  ignoredBy: undefined,
};

/**
 * The reason why a file is not indexed; null for one that is (its content may still turn out to be
 * binary or an LFS pointer).
 *
 * Secrets, `exclude`, ignore files and filters are final. `include` brings back what the attributes
 * and the default rules leave out, but no file that is too large.
 * @param size bytes; negative for a blob that is not in the repository
 * @param mode as git prints it
 */
export function skipReasonOf(
  path: string,
  size: number,
  mode: string,
  settings: ViewSettings,
  context: PathContext = NOTHING_SAID,
): Skip | null {
  const kind = skipByMode(mode);
  if (kind !== null) return { reason: kind };
  if (path.length > MOST_PATH) return { reason: 'too-large', detail: `a path of ${path.length} characters` };
  const secret = secretRuleOf(path);
  if (secret !== undefined) return { reason: 'secret', detail: secret };
  const { include, exclude } = matchersOf(settings);
  const excluded = exclude(path);
  if (excluded !== undefined) return { reason: 'excluded', detail: excluded };
  if (context.ignoredBy !== undefined) return { reason: 'ignored', detail: context.ignoredBy };
  const left = include(path) === undefined ? skipByRule(path, context) : null;
  if (left !== null) return left;
  if (context.filter !== undefined) return { reason: 'filtered', detail: `filter=${context.filter}` };
  return skipBySize(size, settings.maxFileSize);
}

function skipByMode(mode: string): SkipReason | null {
  if (mode === SUBMODULE_MODE) return 'submodule';
  if (mode === LINK_MODE) return 'link';
  return mode.startsWith('100') ? null : 'not-regular';
}

/** Attributes that are unset take the default rules of their kind back. */
function skipByRule(path: string, { generated, vendored }: PathContext): Skip | null {
  if (generated === true) return { reason: 'generated', detail: 'linguist-generated' };
  if (vendored === true) return { reason: 'vendored', detail: 'linguist-vendored' };
  const rule = defaultRuleOf(path);
  if (rule === undefined) return null;
  if (rule.reason === 'vendored' && vendored === false) return null;
  if ((rule.reason === 'generated' || rule.reason === 'minified') && generated === false) return null;
  return { reason: rule.reason, detail: rule.name };
}

function skipBySize(size: number, largest: number): Skip | null {
  if (size < 0) return { reason: 'missing-blob' };
  if (size === 0) return { reason: 'empty' };
  return size > largest ? { reason: 'too-large', detail: `${size} bytes` } : null;
}

type Matcher = (path: string) => string | undefined;

/** Globs are compiled once for each settings object. */
const compiled = new WeakMap<ViewSettings, { include: Matcher; exclude: Matcher }>();

function matchersOf(settings: ViewSettings): { include: Matcher; exclude: Matcher } {
  let matchers = compiled.get(settings);
  if (matchers === undefined) {
    matchers = { include: firstMatch(settings.include), exclude: firstMatch(settings.exclude) };
    compiled.set(settings, matchers);
  }
  return matchers;
}
