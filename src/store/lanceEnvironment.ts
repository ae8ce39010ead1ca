/**
 * Prepares the environment for LanceDB: quiet logs, no dictionaries, and no cloud credentials but
 * those for a place that the command line names. Every command loads this file. Few commands read
 * an address, so that is in storeAddress.ts.
 */

import { devNull } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../base/types.ts';
import { INDEX_PACKAGE } from '../base/version.ts';
import { nativePath } from './loadLance.ts';

/** Matches the variables of all services that LanceDB knows, except those of the model hub. */
const CLOUDS =
  /^(?:AWS|AZURE|GOOGLE|GCS|GCLOUD|OSS|ALIBABA_CLOUD|COS|TENCENTCLOUD|TOS|VOLCENGINE|OBS)_|^LANCEDB_API_KEY$/;

/**
 * LanceDB also reads variables whose names mention no cloud and which many people set for other
 * programs. It would ask another server, or send a token of another service. Settings that Cora
 * passes to LanceDB come before these.
 */
const NAMELESS =
  /^(?:(?:ACCESS|SECRET_ACCESS|MASTER|ACCOUNT|SAS|SERVICE_ACCOUNT|SSE_CUSTOMER)_KEY(?:_ID|_BASE64)?|(?:DEFAULT_)?REGION|(?:BUCKET|CONTAINER|ACCOUNT)(?:_NAME)?|(?:BASE|ENDPOINT|PROXY)_URL(?:_STS)?|ENDPOINT|(?:SESSION_|SAS_|BEARER_)?TOKEN|(?:CLIENT|TENANT|AUTHORITY|OBJECT)_ID|CLIENT_SECRET|AUTHORITY_HOST|SERVICE_ACCOUNT(?:_PATH)?|APPLICATION_CREDENTIALS|METADATA_ENDPOINT|SKIP_SIGNATURE|S3_EXPRESS|VIRTUAL_HOSTED_STYLE_REQUEST|USE_(?:EMULATOR|FABRIC_ENDPOINT|AZURE_CLI)|ALLOW_(?:HTTP|INVALID_CERTIFICATES))$/;

/**
 * Removes cloud credentials from the environment of this process, except those for places that the
 * command line names.
 * @returns the environment as it was
 */
export function hideCredentials(env: NodeJS.ProcessEnv, argv: readonly string[]): NodeJS.ProcessEnv {
  const whole = { ...env };
  const named = argv.map((word) => word.replace(/^--?[\w-]+=/, '')).filter(isStoreAddress);
  const schemes = named.map((address) => address.slice(0, address.indexOf(':')).toLowerCase());
  const kept = Object.entries(PREFIXES).filter(([scheme]) => schemes.includes(scheme));
  for (const name of Object.keys(env)) {
    // LanceDB reads names in either case. One conversion is faster than patterns for both cases.
    const upper = name.toUpperCase();
    const isHidden =
      NAMELESS.test(upper) || (CLOUDS.test(upper) && !kept.some(([, prefix]) => upper.startsWith(prefix)));
    if (isHidden) delete env[name];
  }
  return whole;
}

/**
 * LanceDB looks for dictionaries in a folder. Cora's indexes need none, so this folder cannot
 * exist.
 */
export const NO_DICTIONARIES = join(devNull, 'none');

/**
 * Sets what LanceDB reads from the environment: the level of its log, which would print warnings,
 * and the place of its binary, if another package brought it.
 * @param env of this process; what the user has set stays
 */
export function quietLance(env: NodeJS.ProcessEnv): void {
  env['LANCEDB_LOG'] ??= 'error';
  env['LANCE_LANGUAGE_MODEL_HOME'] ??= NO_DICTIONARIES;
  const binary = INDEX_PACKAGE === undefined ? undefined : nativePath();
  if (binary !== undefined) env['NAPI_RS_NATIVE_LIBRARY_PATH'] ??= binary;
}

const ADDRESS = /^([a-z][a-z0-9+.-]+):\/\//i;

/** Returns the scheme in lower case; undefined for text without one. */
export function schemeOf(named: string): string | undefined {
  return ADDRESS.exec(named)?.[1]?.toLowerCase();
}

/** True if the text is meant as an address of a store, even one that is refused later (db://). */
export function isStoreAddress(named: string): boolean {
  const scheme = schemeOf(named);
  return scheme !== undefined && /^(s3a?|s3\+ddb|gs|gcs|az|azure|abfss?|adls?|db|file)$/.test(scheme);
}

// Makes LanceDB's storage options from the environment. LanceDB knows the usual variables in lower
// case. Added here are a few other names for the same settings, and time limits for requests. Pure.

export type StorageScheme = 's3' | 'gs' | 'az';

/** The variables that a place may use, by the scheme of its address. All others are hidden. */
const PREFIXES: Readonly<Record<StorageScheme, string>> = { s3: 'AWS_', gs: 'GOOGLE_', az: 'AZURE_' };

/** Names that other tools use, each with LanceDB's own name. */
const ALIASES: Readonly<Record<string, string>> = {
  AZURE_STORAGE_ACCOUNT: 'azure_storage_account_name',
  AZURE_STORAGE_KEY: 'azure_storage_account_key',
  AZURE_STORAGE_ACCESS_KEY: 'azure_storage_account_key',
  AZURE_STORAGE_SERVICE_ENDPOINT: 'azure_storage_endpoint',
  AWS_ENDPOINT_URL: 'aws_endpoint',
  AWS_DEFAULT_REGION: 'aws_region',
};

/**
 * Time enough for a part of 5 MB, but short enough to notice a dead host. LanceDB's own retries
 * take minutes.
 */
const PATIENCE = { timeout: '60s', connect_timeout: '5s', client_max_retries: '3', client_retry_timeout: '30' };

const ENDPOINTS: readonly string[] = ['azure_storage_endpoint', 'azure_endpoint', 'aws_endpoint'];

export function storageOptions(scheme: StorageScheme, env: Environment): Readonly<Record<string, string>> {
  const options: Record<string, string> = { ...PATIENCE };
  if (scheme === 'az') Object.assign(options, connectionString(env['AZURE_STORAGE_CONNECTION_STRING'] ?? ''));
  const given = Object.entries(env).filter(([name, value]) => name.startsWith(PREFIXES[scheme]) && value);
  // LanceDB's own name wins over an alias.
  for (const [name, value] of given) if (ALIASES[name] !== undefined) options[ALIASES[name]] = value!;
  for (const [name, value] of given) {
    if (ALIASES[name] === undefined && name !== 'AZURE_STORAGE_CONNECTION_STRING') options[name.toLowerCase()] = value!;
  }
  // The endpoint for S3 wins over the general one.
  if (scheme === 's3' && env['AWS_ENDPOINT_URL_S3']) {
    delete options['aws_endpoint_url_s3'];
    options['aws_endpoint'] = env['AWS_ENDPOINT_URL_S3'];
  }
  // Plain HTTP is allowed if the user named such an endpoint: an emulator, or a server in their
  // network.
  if (ENDPOINTS.some((name) => options[name]?.startsWith('http://'))) options['allow_http'] = 'true';
  return options;
}

/**
 * Reads `DefaultEndpointsProtocol=https;AccountName=…;AccountKey=…;BlobEndpoint=…`, the form of
 * Azure's portal.
 */
function connectionString(text: string): Record<string, string> {
  const options: Record<string, string> = {};
  for (const part of text.split(';')) {
    const [name = '', ...value] = part.split('=');
    const option = CONNECTION_PARTS[name.trim().toLowerCase()];
    if (option !== undefined && value.length > 0) options[option] = value.join('=').trim();
  }
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== ''));
}

const CONNECTION_PARTS: Readonly<Record<string, string>> = {
  accountname: 'azure_storage_account_name',
  accountkey: 'azure_storage_account_key',
  sharedaccesssignature: 'azure_storage_sas_token',
  blobendpoint: 'azure_storage_endpoint',
};
