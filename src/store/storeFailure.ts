/**
 * Describes in one line what went wrong with a table, local or in object storage, and what to do.
 */

import { CoraError, type ErrorCode, isCoraError, systemFailure } from '../base/errors.ts';
import type { StoreAddress } from './storeAddress.ts';

export const DOCTOR_HINT = 'run: cora doctor --fix';

/** Words in messages about dictionaries, which LanceDB reads outside of the table. */
const OF_DICTIONARIES = /dictionar|tokenizer|language.model|jieba|lindera/i;

/** Returns the first line of a LanceDB message; the further lines are positions in its sources. */
export function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (OF_DICTIONARIES.test(message)) return 'LanceDB refuses, in words that may quote a file';
  // The message ends with a place in LanceDB's sources.
  return message
    .split('\n', 1)[0]!
    .slice(0, 2000)
    .replace(/,? ?(at )?\/\S+\.rs:\d+(:\d+)?/g, '')
    .slice(0, 300);
}

/** Returns Cora's errors unchanged, those of the system with help, and all others as one line. */
export function explainedFailure(error: unknown, what: string, code: ErrorCode, hint: string): CoraError {
  const known = isCoraError(error) ? error : systemFailure(error, what);
  return known ?? new CoraError(code, `${what}: ${firstLine(error)}`, { hint, cause: error });
}

/** Matches LanceDB's messages about a missing file of a version that was removed. */
const STALE = /not found|no such file|does not exist/i;

export function isOfGoneVersion(error: unknown): boolean {
  return error instanceof Error && STALE.test(error.message);
}

/** @param verb the action on a local table that failed: `read`, `append` */
export function tableFailure(error: unknown, verb: string): CoraError {
  return explainedFailure(
    error,
    `the index failed to ${verb}`,
    isOfGoneVersion(error) ? 'BROKEN_INDEX' : 'STORE',
    DOCTOR_HINT,
  );
}

// Describes errors of object storage. LanceDB's own message holds the address, perhaps with a
// signature, and the service's whole answer. What could be a secret is left out, and the original
// error is not kept as `cause`, because a stack would show it.

const VARIABLES: Readonly<Record<StoreAddress['scheme'], string>> = {
  az: 'AZURE_STORAGE_ACCOUNT_NAME with AZURE_STORAGE_ACCOUNT_KEY or AZURE_STORAGE_SAS_TOKEN, or AZURE_STORAGE_CONNECTION_STRING',
  s3: 'AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION; AWS_ENDPOINT for another service than Amazon',
  gs: 'GOOGLE_APPLICATION_CREDENTIALS or GOOGLE_SERVICE_ACCOUNT_KEY',
  file: 'check its permissions',
};

const NO_CONTAINER = /ContainerNotFound|NoSuchBucket|bucket (you tried to access )?does not exist/i;
const NO_CREDENTIALS =
  /no storage account configured|token request|169\.254\.169\.254|AWS credentials|CredentialsNotLoaded|Missing (credential|region)|no Azure account/i;
const REFUSED =
  /\b40[13]\b (Unauthorized|Forbidden)|AuthenticationFailed|AuthorizationFailure|AuthorizationPermissionMismatch|SignatureDoesNotMatch|InvalidAccessKeyId|AccessDenied|Invalid Access Key|InvalidToken|ExpiredToken/i;
const UNREACHABLE = /error sending request|timed? ?out|connection (refused|reset|closed)|dns error|connect error/i;
const CONFLICT = /commit conflict|concurrent transaction|preempted|Too many concurrent writers/i;
const GONE = /not found|no such file|does not exist|404/i;

/** Commands that print the credentials of a role, a profile or a login. */
const OTHERWISE: Readonly<Partial<Record<StoreAddress['scheme'], string>>> = {
  az: 'AZURE_STORAGE_TOKEN="$(az account get-access-token --resource https://storage.azure.com/ --query accessToken -o tsv)"',
  s3: 'eval "$(aws configure export-credentials --format env)"',
  gs: 'GOOGLE_STORAGE_TOKEN="$(gcloud auth print-access-token)"',
};

/** Says which variables to set, and how to get their values with a role or a login. */
export function credentialsHint(scheme: StoreAddress['scheme']): string {
  return `${VARIABLES[scheme]} (of a role or a login: ${OTHERWISE[scheme]})`;
}

/** @param verb the action that failed: `open`, `read`, `append` */
export function storageFailure(
  error: unknown,
  { scheme, uri, options }: Pick<StoreAddress, 'scheme' | 'uri' | 'options'>,
  verb: string,
): CoraError {
  if (isCoraError(error)) return error;
  const refused = scheme === 'file' ? systemFailure(error, `The index in ${uri} failed to ${verb}`) : null;
  if (refused !== null) return refused;
  const said = error instanceof Error ? error.message : String(error);
  const what = scheme === 'az' ? 'container' : 'bucket';
  const push = `cora push ${uri}`;
  const explained = (code: ErrorCode, message: string, hint: string) => new CoraError(code, message, { hint });
  if (NO_CONTAINER.test(said))
    return explained('NO_INDEX', `There is no such ${what}: ${uri}.`, `create the ${what}, then: ${push}`);
  if (NO_CREDENTIALS.test(said))
    return explained('USAGE', `There are no credentials for ${uri}.`, `set ${VARIABLES[scheme]}`);
  const refusal = `The service refuses these credentials for ${uri}${codeIn(said)}.`;
  if (REFUSED.test(said)) return explained('NETWORK', refusal, `check ${VARIABLES[scheme]}`);
  if (UNREACHABLE.test(said)) return unreachable(uri);
  if (CONFLICT.test(said))
    return explained('LOCKED', `Others write to ${uri} at this moment.`, `wait, and try again: ${push}`);
  const gone = `A part of the index in ${uri} is gone: it was replaced meanwhile, or is damaged.`;
  if (GONE.test(said)) return explained('BROKEN_INDEX', gone, `ask again; if that does not help: ${push}`);
  const message = `The index in ${uri} failed to ${verb}${codeIn(said)}: ${wordsOf(said, Object.values(options))}.`;
  return explained('STORE', message, `try again; if that does not help: ${push}`);
}

export function unreachable(uri: string): CoraError {
  return new CoraError('NETWORK', `The service of ${uri} cannot be reached.`, {
    hint: 'check the network, the proxy and the name of the account or endpoint, and try again',
  });
}

/** Returns the first line of LanceDB's message, without addresses, options and possible keys. */
function wordsOf(said: string, secrets: readonly string[]): string {
  let words = firstLine(new Error(said));
  for (const secret of secrets) if (secret.length >= SECRET_LENGTH) words = words.replaceAll(secret, '…');
  return words
    .replace(/(?<![a-z])[a-z]+:\/\/\S+/gi, '…')
    .replace(/[A-Za-z0-9+/=_%-]{24,}/g, '…')
    .slice(0, 200);
}

/** Shorter options are numbers and the like, not secrets. */
const SECRET_LENGTH = 6;

/** Returns ` (403 AuthorizationFailure)`: a status and a code cannot be secret. */
function codeIn(said: string): string {
  const status = /status code: (\d{3})\b/.exec(said)?.[1];
  const code = /<Code>([A-Za-z]{3,60})<\/Code>/.exec(said)?.[1];
  const words = [status, code].filter((word) => word !== undefined);
  return words.length === 0 ? '' : ` (${words.join(' ')})`;
}
