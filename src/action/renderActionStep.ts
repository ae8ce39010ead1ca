/** What the log of a workflow shows of each step of the Action: one line, or a few. */

import { counted, duration, shareOf, size } from '../base/renderNumbers.ts';
import { renderReport } from '../cli/renderReport.ts';
import { shortCommit } from '../view/renderFreshness.ts';
import type { ActionStep } from './actionTypes.ts';

const LEFT_OUT = { save: 'Not saved to the cache', publish: 'Not published' } as const;

/** @returns lines without the last newline */
export function renderActionStep(told: ActionStep): string {
  switch (told.step) {
    case 'restored': {
      if (told.restored === null) return 'The cache has no index of this repository';
      const { key, commit, blobs, size: bytes } = told.restored;
      const came = `${counted(blobs.added, 'file')} of ${shortCommit(commit)}, ${size(bytes)}`;
      return `Restored ${key} (${came}) in ${duration(told.tookMs)}`;
    }
    case 'indexed':
      return renderReport(told.report, { width: 120 }).trimEnd();
    case 'packed': {
      const { packed } = told;
      return `Packed ${size(packed.size)}${shareOf(packed)}, digest ${packed.digest}, in ${duration(packed.tookMs)}`;
    }
    case 'saved':
      return told.isNew
        ? `Saved ${told.key} in ${duration(told.tookMs)}`
        : `Not saved: ${told.key} is there already, or the cache did not take it`;
    case 'uploaded':
      return `Uploaded the workflow artifact ${told.name}`;
    case 'published': {
      const { destination, name, removed } = told.published;
      return `Published ${name} to ${destination}${removed.length === 0 ? '' : `, ${counted(removed.length, 'older index', 'older indexes')} removed`}`;
    }
    case 'pruned':
      return told.keys.length === 0
        ? 'No cache entry to remove'
        : `Removed ${counted(told.keys.length, 'older cache entry', 'older cache entries')}: ${told.keys.join(', ')}`;
    case 'left-out':
      return `${LEFT_OUT[told.what]}: ${told.why}`;
  }
}
