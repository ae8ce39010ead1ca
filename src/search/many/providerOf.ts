/** Which repository a file's imports lead to. Pure. */

import type { SymbolHit } from '../../graph/symbols.ts';

/** A definition, in a package that other repositories can import. */
export interface Provider {
  repository: string;
  package: string;
  symbol: SymbolHit;
}

/**
 * @param modules that the file imports
 * @param own the file's repository: what that one has is not looked for elsewhere
 * @returns the definition whose package name is the longest beginning of a module; null where there is none, or several
 *   repositories have one
 */
export function providerOf(modules: readonly string[], providers: readonly Provider[], own: string): Provider | null {
  let best: Provider[] = [];
  for (const provider of providers) {
    if (provider.repository === own || !modules.some((module) => isOf(module, provider.package))) continue;
    const length = best[0]?.package.length ?? 0;
    if (provider.package.length > length) best = [provider];
    else if (provider.package.length === length) best.push(provider);
  }
  const [first] = best;
  return first !== undefined && best.every(({ repository }) => repository === first.repository) ? first : null;
}

/**
 *     @acme/net/retry   of @acme/net        github.com/acme/net/v2/retry   of github.com/acme/net/v2
 *     acme_net::retry   of acme-net         acme_net.retry                 of Acme-Net
 */
function isOf(module: string, name: string): boolean {
  return [name, name.replace(/-/g, '_'), name.toLowerCase().replace(/[-.]/g, '_')].some(
    (spelling) => module === spelling || ['/', '.', '::'].some((separator) => module.startsWith(spelling + separator)),
  );
}
