/**
 * The schemes of addresses in object storage: how such an address is told from a path, and the options that LanceDB needs for each, from
 * the environment. Every command asks the first and few read an address, which is storeAddress.ts. Pure.
 */

import type { Environment } from '../base/types.ts';

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

// LanceDB's storage options from the environment. LanceDB knows the usual variables in lower case; here are added the few names
// that other tools use for the same things, and how long a request may take. Pure.

export type StorageScheme = 's3' | 'gs' | 'az';

const PREFIXES: Readonly<Record<StorageScheme, string>> = { s3: 'AWS_', gs: 'GOOGLE_', az: 'AZURE_' };

/** Other tools' names for what LanceDB calls by the second one. */
const ALIASES: Readonly<Record<string, string>> = {
  AZURE_STORAGE_ACCOUNT: 'azure_storage_account_name',
  AZURE_STORAGE_KEY: 'azure_storage_account_key',
  AZURE_STORAGE_ACCESS_KEY: 'azure_storage_account_key',
  AZURE_STORAGE_SERVICE_ENDPOINT: 'azure_storage_endpoint',
  AWS_ENDPOINT_URL: 'aws_endpoint',
  AWS_DEFAULT_REGION: 'aws_region',
};

/** A part of 5 MB must get through in the first, a dead host must be noticed by the second. LanceDB's own retries take minutes. */
const PATIENCE = { timeout: '60s', connect_timeout: '5s', client_max_retries: '3', client_retry_timeout: '30' };

const ENDPOINTS: readonly string[] = ['azure_storage_endpoint', 'azure_endpoint', 'aws_endpoint'];

export function storageOptions(scheme: StorageScheme, env: Environment): Readonly<Record<string, string>> {
  const options: Record<string, string> = { ...PATIENCE };
  if (scheme === 'az') Object.assign(options, connectionString(env['AZURE_STORAGE_CONNECTION_STRING'] ?? ''));
  const given = Object.entries(env).filter(([name, value]) => name.startsWith(PREFIXES[scheme]) && value);
  // What goes by LanceDB's own name counts more than an alias.
  for (const [name, value] of given) if (ALIASES[name] !== undefined) options[ALIASES[name]] = value!;
  for (const [name, value] of given) {
    if (ALIASES[name] === undefined && name !== 'AZURE_STORAGE_CONNECTION_STRING') options[name.toLowerCase()] = value!;
  }
  // Of all endpoints S3's own counts most.
  if (scheme === 's3' && env['AWS_ENDPOINT_URL_S3']) {
    delete options['aws_endpoint_url_s3'];
    options['aws_endpoint'] = env['AWS_ENDPOINT_URL_S3'];
  }
  // The user's own endpoint, such as an emulator or a server in their network.
  if (ENDPOINTS.some((name) => options[name]?.startsWith('http://'))) options['allow_http'] = 'true';
  return options;
}

/** `DefaultEndpointsProtocol=https;AccountName=…;AccountKey=…;BlobEndpoint=…`, as Azure's portal gives it. */
function connectionString(text: string): Record<string, string> {
  const parts = new Map<string, string>();
  for (const part of text.split(';')) {
    const at = part.indexOf('=');
    if (at > 0) parts.set(part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim());
  }
  const options: Record<string, string> = {};
  const take = (from: string, to: string): void => {
    const value = parts.get(from);
    if (value) options[to] = value;
  };
  take('accountname', 'azure_storage_account_name');
  take('accountkey', 'azure_storage_account_key');
  take('sharedaccesssignature', 'azure_storage_sas_token');
  take('blobendpoint', 'azure_storage_endpoint');
  return options;
}
