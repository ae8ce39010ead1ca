/** Tells addresses of LanceDB's from paths. By itself, because every command asks and few read one (storeAddress.ts). */

const ADDRESS = /^([a-z][a-z0-9+.-]+):\/\//i;

/** In lower case; undefined for what is no address. */
export function schemeOf(named: string): string | undefined {
  return ADDRESS.exec(named)?.[1]?.toLowerCase();
}

/** Whether this is meant as an address of LanceDB's: also one that is refused then. */
export function isStoreAddress(named: string): boolean {
  const scheme = schemeOf(named);
  return scheme !== undefined && /^(s3a?|s3\+ddb|gs|gcs|az|azure|abfss?|adls?|db|file)$/.test(scheme);
}
