/**
 * Facts of a repository as people can see them: text with nothing hidden in it and nothing turned
 * around, paths, times, and how fresh an index is.
 */

import type { PageFreshness } from '../server/pageTypes.ts';
import { isReachable } from './api/request.ts';
import { edition } from './api/transport.ts';

/** Control and format characters: a name that holds U+202E reads backwards. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Matches what turns code around: it reads otherwise than it runs (CVE-2021-42574). */
const TURNING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Code as it is, but for characters that would turn it around: these are written out. */
export function seenCode(text: string): string {
  return text.replace(
    TURNING,
    (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );
}

export function seenText(text: string): string {
  return text.replace(UNSEEN, '\uFFFD');
}

/** `2 files` */
export function numberOf(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
}

export function PathText({ path }: { path: string }) {
  const slash = path.lastIndexOf('/') + 1;
  return (
    <bdi class="path">
      {slash > 0 && <span class="folder">{seenText(path.slice(0, slash))}</span>}
      <span class="file">{seenText(path.slice(slash))}</span>
    </bdi>
  );
}

/** One line of a list of facts: a name and its value. */
export function Fact({ name, value }: { name: string; value: string | number | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="figure">{value === null ? '—' : value.toLocaleString('en')}</dd>
    </div>
  );
}

/** @param share from 0 to 1 */
export function Bar({ width, share }: { width: number; share: number }) {
  return (
    <svg viewBox={`0 0 ${width} 4`} width={width} height="4" aria-hidden="true">
      <rect class="bar-room" width={width} height="4" rx="1" />
      <rect class="bar" width={Math.max(2, share * width)} height="4" rx="1" />
    </svg>
  );
}

/** Draws grey bars until the text comes. @param widths a digit from 1 to 8 for each line */
export function Bones({ kind, widths }: { kind: string; widths: string }) {
  return (
    <div class={kind} aria-hidden="true">
      {[...widths].map((width, at) => (
        <span key={`${width}${at}`} class={`bone w${width}`} />
      ))}
    </div>
  );
}

export type Choice = readonly [value: string, label: string];

export function Choices({ of }: { of: readonly Choice[] }) {
  return of.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

const UNITS: readonly (readonly [seconds: number, unit: Intl.RelativeTimeFormatUnit])[] = [
  [31_536_000, 'year'],
  [2_592_000, 'month'],
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
];

const FORMAT = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** @param time ISO 8601 */
export function timeAgo(time: string, now: number = Date.now()): string {
  const seconds = (now - Date.parse(time)) / 1000;
  if (Number.isNaN(seconds)) return '—';
  for (const [length, unit] of UNITS) if (seconds >= length) return FORMAT.format(-Math.floor(seconds / length), unit);
  return 'just now';
}

const SHORT = 7;

/** `at 3fa9c21 · 2 behind · 1 edited file` */
export function FreshnessLine({ freshness, name }: { freshness: PageFreshness; name?: string }) {
  const { indexedCommit, commitsBehind, dirtyFiles, deletedFiles = 0, missingFiles, asCommitted } = freshness;
  if (!isReachable.value && !edition.isStatic)
    return <LastKnown freshness={freshness} {...(name === undefined ? {} : { name })} />;
  const isBehind =
    !edition.isStatic && (commitsBehind === null ? indexedCommit !== freshness.headCommit : commitsBehind > 0);
  const tone =
    indexedCommit === null || missingFiles.length + asCommitted.length > 0 ? 'warn' : isBehind ? 'behind' : 'good';
  const parts = [
    ...(isBehind ? [commitsBehind === null ? 'not HEAD' : `${commitsBehind} behind`] : []),
    ...(dirtyFiles > 0 ? [`${dirtyFiles} edited`] : []),
    ...(deletedFiles > 0 ? [`${deletedFiles} deleted`] : []),
    ...(missingFiles.length > 0 ? [`${missingFiles.length} missing`] : []),
    ...(asCommitted.length > 0 ? [`${asCommitted.length} as committed`] : []),
  ];
  return (
    <span class={`freshness ${tone}`} title={describe(freshness)}>
      <span class="dot" aria-hidden="true" />
      {name !== undefined && <span class="freshness-name">{name}</span>}
      {indexedCommit === null ? (
        <span>not indexed</span>
      ) : (
        <span>
          <span class="sr">indexed at </span>
          <code>{indexedCommit.slice(0, SHORT)}</code>
        </span>
      )}
      {parts.map((part) => (
        <span key={part} class="freshness-part">
          {part}
        </span>
      ))}
      {tone === 'good' && parts.length === 0 && !edition.isStatic && <span class="freshness-part">up to date</span>}
    </span>
  );
}

/** Says what was known last, while the server does not answer. */
function LastKnown({ freshness: { indexedCommit }, name }: { freshness: PageFreshness; name?: string }) {
  return (
    <span class="freshness unknown" title="The server does not answer: this is what it said last.">
      <span class="dot" aria-hidden="true" />
      {name !== undefined && <span class="freshness-name">{name}</span>}
      {indexedCommit !== null && <code>{indexedCommit.slice(0, SHORT)}</code>}
      <span class="freshness-part">not known now</span>
    </span>
  );
}

function describe({
  indexedCommit,
  headCommit,
  commitsBehind,
  dirtyFiles,
  deletedFiles = 0,
  missingFiles,
  asCommitted,
}: PageFreshness): string {
  const lines = [
    indexedCommit === null ? 'No commit is indexed.' : `Indexed: ${indexedCommit}`,
    ...(edition.isStatic ? [] : [headCommit === null ? 'HEAD: unborn' : `HEAD: ${headCommit}`]),
    ...(commitsBehind !== null && commitsBehind > 0
      ? [`${commitsBehind} commits are not indexed; they are searched all the same.`]
      : []),
    ...(dirtyFiles > 0 ? [`${dirtyFiles} uncommitted files are searched as they are now.`] : []),
    ...(deletedFiles > 0 ? [`${deletedFiles} deleted files are not committed.`] : []),
    ...(asCommitted.length > 0 ? [`${asCommitted.length} changed files are searched as they were committed.`] : []),
    ...missingFiles.slice(0, 10).map(({ path, reason }) => `Not seen: ${path} (${reason})`),
    ...(missingFiles.length > 10 ? [`and ${missingFiles.length - 10} more`] : []),
  ];
  return lines.join('\n');
}
