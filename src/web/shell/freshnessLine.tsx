/** How what is searched relates to what is on the disk, in a few words. */

import type { Freshness } from '../../server/pageTypes.ts';

const SHORT = 7;

/** `at 3fa9c21 · 2 behind · 1 edited file` */
export function FreshnessLine({ freshness, name }: { freshness: Freshness; name?: string }) {
  const { indexedCommit, commitsBehind, dirtyFiles, missingFiles, asCommitted } = freshness;
  const isBehind = commitsBehind === null ? indexedCommit !== freshness.headCommit : commitsBehind > 0;
  const tone =
    indexedCommit === null || missingFiles.length + asCommitted.length > 0 ? 'warn' : isBehind ? 'behind' : 'good';
  const parts = [
    ...(isBehind ? [commitsBehind === null ? 'not HEAD' : `${commitsBehind} behind`] : []),
    ...(dirtyFiles > 0 ? [`${dirtyFiles} edited`] : []),
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
      {tone === 'good' && parts.length === 0 && <span class="freshness-part">up to date</span>}
    </span>
  );
}

function describe({
  indexedCommit,
  headCommit,
  commitsBehind,
  dirtyFiles,
  missingFiles,
  asCommitted,
}: Freshness): string {
  const lines = [
    indexedCommit === null ? 'No commit is indexed.' : `Indexed: ${indexedCommit}`,
    headCommit === null ? 'HEAD: unborn' : `HEAD: ${headCommit}`,
    ...(commitsBehind !== null && commitsBehind > 0
      ? [`${commitsBehind} commits are not indexed; they are searched all the same.`]
      : []),
    ...(dirtyFiles > 0 ? [`${dirtyFiles} uncommitted files are searched as they are now.`] : []),
    ...(asCommitted.length > 0 ? [`${asCommitted.length} changed files are searched as they were committed.`] : []),
    ...missingFiles.slice(0, 10).map(({ path, reason }) => `Not seen: ${path} (${reason})`),
    ...(missingFiles.length > 10 ? [`and ${missingFiles.length - 10} more`] : []),
  ];
  return lines.join('\n');
}
