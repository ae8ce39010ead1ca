/** Folder and name of a path with `/`. Pure. */

/** `a/b.ts` → 'a'; '' at the top */
export function folderOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at === -1 ? '' : path.slice(0, at);
}

/** `a/b.ts` → 'b.ts' */
export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
