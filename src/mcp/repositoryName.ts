/** A repository's address as people say it. Pure. */

/**
 *     https://github.com/org/repo.git → github.com/org/repo
 *     git@github.com:org/repo.git     → github.com/org/repo
 * @returns '' for none, and for a place on this machine, which says nothing to others
 */
export function repositoryName(origin: string): string {
  const [, host, path] =
    /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?([^/]+)\/(.+)$/i.exec(origin) ??
    /^(?:[^@/\s]+@)?([^/:\s]{2,}):(?!\/\/)(.+)$/.exec(origin) ??
    [];
  if (host === undefined || path === undefined || /^file:/i.test(origin)) return '';
  return `${host}/${path
    .replace(/^\/+/, '')
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\.git$/, '')}`;
}
