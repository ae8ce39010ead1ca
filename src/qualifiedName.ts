/** `Store.open`: a name with those of the definitions or headings around it. '' for what has none. */
export function qualifiedName(
  { scope, symbol }: { scope: readonly string[]; symbol: string },
  separator = '.',
): string {
  return [...scope, symbol].filter((part) => part !== '').join(separator);
}
