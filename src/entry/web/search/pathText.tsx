/** A path whose last part stands out. What would turn its letters around, or could not be seen, is shown as a mark. */

/** Control and format characters: a name that holds U+202E reads backwards. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

export function PathText({ path }: { path: string }) {
  const slash = path.lastIndexOf('/') + 1;
  return (
    <bdi class="path">
      {slash > 0 && <span class="folder">{visible(path.slice(0, slash))}</span>}
      <span class="file">{visible(path.slice(slash))}</span>
    </bdi>
  );
}

export function visible(text: string): string {
  return text.replace(UNSEEN, '\uFFFD');
}
