/** What stays on this machine: what is sent there needs no encryption, and no proxy leads there. */

export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
