/** Takes the place of node:timers/promises in the page of `cora pages`. */

export function setImmediate(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
