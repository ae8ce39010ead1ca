/** What stays on this machine: what is sent there needs no encryption, no proxy leads there, and nobody else reaches it. */

/** @param place a URL, or where a server listens; IPv6 in brackets */
export function isLoopback({ hostname }: Pick<URL, 'hostname'>): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** True also for the other spellings of it: a name in a redirect of somebody else must not lead here by any of them. */
export function leadsHere(url: Pick<URL, 'hostname'>): boolean {
  return isLoopback(url) || /^(?:0\.0\.0\.0|\[::\]|\[::ffff:(?:7f|0:0).*\]|(?:.*\.)?localhost\.?)$/.test(url.hostname);
}
