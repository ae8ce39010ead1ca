/**
 * How a message names a value that stands in a file or a variable: as it is where it is too short or too plain to be a secret, else by
 * its kind and size. The rules of secrets/ know more, and cost every command their loading; where all messages are redacted
 * (HTTP, MCP) they are applied as well.
 */

/** Characters: no key or token of a service is so short. */
const SHORT = 12;
/** Letters alone, as names of settings are: keys of services have digits among them. */
const PLAIN = /^[A-Za-z_$ .-]{0,32}$/;

/** @param value any JSON */
export function quoted(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  return value.length <= SHORT || PLAIN.test(value) ? JSON.stringify(value) : `a text of ${value.length} characters`;
}
