/** A path whose last part stands out. */

import { visible } from '../visible.ts';

export function PathText({ path }: { path: string }) {
  const slash = path.lastIndexOf('/') + 1;
  return (
    <bdi class="path">
      {slash > 0 && <span class="folder">{visible(path.slice(0, slash))}</span>}
      <span class="file">{visible(path.slice(slash))}</span>
    </bdi>
  );
}
