/** Names with those of the definitions or headings around them: `Store.open`. Pure. */

/** @returns '' for what has none */
export function qualifiedName(
  { scope, symbol }: { scope: readonly string[]; symbol: string },
  separator = '.',
): string {
  return [...scope, symbol].filter((part) => part !== '').join(separator);
}

/** The parts of a name as a person writes it: `Store.open`, `Store::open`, `Store#open`. */
export function namePartsOf(name: string): string[] {
  return name.split(/::|[.#]/).filter((part) => part !== '');
}
