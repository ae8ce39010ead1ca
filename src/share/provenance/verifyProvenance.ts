/**
 * Judges an attestation of GitHub: who signed must be the workflow that the user named, run for the
 * default branch or a tag by an event that no stranger starts, and what is signed must be the
 * provenance of this very file, built from the commit that its manifest names. Everything that
 * decides comes from the certificate, which GitHub's identity service vouches for, but the digest:
 * that is what the workflow signed.
 * https://github.com/sigstore/fulcio/blob/main/docs/oid-info.md
 */

import { isObject, parseBounded } from '../../base/boundedJson.ts';
import { CoraError } from '../../base/errors.ts';
import { EVENTS_OF_WRITERS } from '../../net/githubApi.ts';
import type { Provenance, Signer } from './provenance.ts';
import { BUNDLE_JSON, BundleRefused, type TrustRoot, type VerifiedBundle, verifyBundle } from './sigstore.ts';

export interface Expected {
  signer: Signer;
  /** The SHA-256 of the whole file, 64 hex digits. */
  sha256: string;
  /** The commit that the manifest names. */
  commit: string;
  /** Asked only where a branch signed and the user named none; null where nobody knows it. */
  defaultBranch(): Promise<string | null>;
}

const ISSUER = 'https://token.actions.githubusercontent.com';
const GITHUB = 'https://github.com/';
const STATEMENT = 'https://in-toto.io/Statement/v1';
const PROVENANCE = 'https://slsa.dev/provenance/v1';
/** The last numbers of Fulcio's OIDs. */
const CLAIMS = { issuer: 8, source: 12, commit: 13, ref: 14, trigger: 20, run: 21 } as const;

const REFRESH =
  'a trust root that has changed is yours to refresh: gh attestation trusted-root > FILE, then --trust-root FILE (a private repository always needs that)';
const AGAIN = 'obtain the bundle again: gh attestation download FILE -R OWNER/REPOSITORY, then --bundle FILE';
const STRICT = 'without --signer every row is checked against this clone instead';

/** The first bundle that holds decides, else the last refusal. @throws CoraError NOT_ATTESTED */
export async function verifyProvenance(
  bundles: readonly unknown[],
  roots: readonly TrustRoot[],
  expected: Expected,
): Promise<Provenance> {
  let refused: unknown = null;
  for (const bundle of bundles) {
    try {
      return await judge(verified(bundle, roots), expected);
    } catch (error) {
      refused = error;
    }
  }
  throw refused;
}

const PARTS: Readonly<Record<BundleRefused['part'], (said: string) => CoraError>> = {
  form: (said) => refusal(`its bundle is damaged: ${said}`, AGAIN),
  chain: (said) =>
    refusal(`the certificate of its signer leads to no trusted authority, or had expired: ${said}`, REFRESH),
  time: (said) => refusal(`nobody trusted says when it was signed: ${said}`, REFRESH),
  log: (said) => refusal(`it stands in no trusted transparency log: ${said}`, REFRESH),
  signature: (said) => refusal(`its signature is not that of what it says: ${said}`, AGAIN),
};

function verified(bundle: unknown, roots: readonly TrustRoot[]): VerifiedBundle {
  try {
    return verifyBundle(bundle, roots);
  } catch (error) {
    throw error instanceof BundleRefused ? PARTS[error.part](error.message) : error;
  }
}

async function judge(bundle: VerifiedBundle, expected: Expected): Promise<Provenance> {
  const { signer, commit } = expected;
  const claim = (name: keyof typeof CLAIMS): string => bundle.claim(CLAIMS[name]) ?? '';
  if (claim('issuer') !== ISSUER)
    throw refusal(`${said(claim('issuer'))} vouches for its signer, and not GitHub Actions`, STRICT);
  const named = `${signer.owner}/${signer.repository}`;
  const repository = repositoryIn(claim('source'));
  if (!isSame(repository, named))
    throw refusal(`${said(repository)} attested it, and not ${named}`, `if you trust that one: --signer ${repository}`);
  const { path, ref: signedBy, repository: home } = workflowIn(bundle.identity);
  if (!isSame(home, named))
    throw refusal(
      `a workflow of ${said(home)} signed it, and not one of ${named}`,
      'let a workflow of the repository itself attest',
    );
  if (signer.workflow !== null && path !== signer.workflow)
    throw refusal(
      `${said(path)} signed it, and not ${signer.workflow}`,
      `if you trust that one: --signer ${named}/${path}`,
    );
  const trigger = claim('trigger');
  for (const ref of new Set([claim('ref'), signedBy])) await mayAttest(ref, trigger, expected);
  if (claim('commit') !== commit)
    throw refusal(`it is attested for commit ${said(claim('commit'))}, and its manifest says ${commit}`, STRICT);
  mustName(bundle.statement, expected);
  return { repository, workflow: path, ref: claim('ref'), commit, trigger, run: bundle.claim(CLAIMS.run) };
}

/** An event of a pull request is one also where it runs on the default branch. */
async function mayAttest(ref: string, trigger: string, { signer, defaultBranch }: Expected): Promise<void> {
  if (/^pull_request/.test(trigger) || ref.startsWith('refs/pull/'))
    throw refusal(`a pull request made it (${said(ref)}, ${said(trigger)}), and those are never believed`, STRICT);
  if (!EVENTS_OF_WRITERS.has(trigger))
    throw refusal(
      `the event ${said(trigger)} made it, which strangers may start; believed are ${[...EVENTS_OF_WRITERS].join(', ')}`,
      STRICT,
    );
  if (signer.ref !== null) {
    if (ref === signer.ref) return;
    throw refusal(`${said(ref)} made it, and not ${signer.ref}`, `if you trust that one: --signer …@${ref}`);
  }
  if (ref.startsWith('refs/tags/')) return;
  const branch = await defaultBranch();
  const named = `--signer ${signer.owner}/${signer.repository}@${ref}`;
  if (branch === null) {
    const hint = `name the branch: ${named}; or in its clone: git remote set-head origin --auto`;
    throw refusal(`${said(ref)} made it, and nobody here knows whether that is the default branch`, hint);
  }
  if (ref !== `refs/heads/${branch}`)
    throw refusal(
      `${said(ref)} made it, and neither the default branch (${branch}) nor a tag`,
      `if you trust that one: ${named}`,
    );
}

/** The statement is the provenance of this file, and of no other commit. */
function mustName(json: Buffer, { sha256, commit }: Expected): void {
  let statement: unknown;
  try {
    statement = parseBounded(json, BUNDLE_JSON);
  } catch (cause) {
    throw refusal(`its bundle is damaged: ${(cause as Error).message}`, AGAIN);
  }
  const { _type: type, predicateType, subject, predicate } = isObject(statement) ? statement : {};
  if (type !== STATEMENT || predicateType !== PROVENANCE)
    throw refusal(
      `it is attested as ${said(String(predicateType))}, and not its provenance`,
      'attest with actions/attest-build-provenance',
    );
  const digests = (Array.isArray(subject) ? subject : []).map((one) =>
    isObject(one) && isObject(one['digest']) ? one['digest']['sha256'] : null,
  );
  if (!digests.includes(sha256))
    throw refusal(
      `the attestation is of another file: none of it has the SHA-256 ${sha256}`,
      'obtain file and bundle again, of the same run',
    );
  const sources = commitsIn(predicate);
  if (sources.length > 0 && !sources.includes(commit))
    throw refusal(`its provenance names commit ${said(String(sources[0]))}, and its manifest says ${commit}`, STRICT);
}

/** The commits that a provenance names as its sources; none where it names none. */
function commitsIn(predicate: unknown): unknown[] {
  const definition = isObject(predicate) ? predicate['buildDefinition'] : null;
  const sources = isObject(definition) ? definition['resolvedDependencies'] : null;
  return (Array.isArray(sources) ? sources : []).flatMap((source) => {
    const digest = isObject(source) ? source['digest'] : null;
    return isObject(digest) && digest['gitCommit'] !== undefined ? [digest['gitCommit']] : [];
  });
}

function repositoryIn(address: string): string {
  return address.startsWith(GITHUB) ? address.slice(GITHUB.length) : address;
}

/** `https://github.com/acme/shop/.github/workflows/index.yml@refs/heads/main` */
function workflowIn(identity: string): { repository: string; path: string; ref: string } {
  const [, repository = '', path = '', ref = ''] =
    /^https:\/\/github\.com\/([^/]+\/[^/]+)\/([^@]+)@(.+)$/.exec(identity) ?? [];
  return { repository, path, ref };
}

/** GitHub's names are the same in any case. */
function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** A certificate's text in a message: one line, and not all of a long one. */
function said(text: string): string {
  const line = text.replaceAll(/[^\x20-\x7e]/g, '?');
  return line === '' ? 'nobody' : line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

/** Says what is wrong; the name of the file comes before it. */
function refusal(what: string, hint: string): CoraError {
  return new CoraError('NOT_ATTESTED', what, { hint });
}
