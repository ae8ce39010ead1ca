/** What stays on this machine: what is sent there needs no encryption, no proxy leads there, and nobody else reaches it. */

/** @param place a URL, or where a server listens; IPv6 in brackets */
export function isLoopback({ hostname }: Pick<URL, 'hostname'>): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
