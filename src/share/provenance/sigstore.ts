/**
 * The door to Sigstore. It verifies that a bundle was signed with a certificate of a trusted
 * authority, at a time when that was valid, and stands in a trusted log. It says who signed and
 * what; verifyProvenance.ts judges both. Nothing here opens a socket.
 */

import { bundleFromJSON } from '@sigstore/bundle';
import { TrustedRoot } from '@sigstore/protobuf-specs';
import seeds from '@sigstore/tuf/seeds.json' with { type: 'json' };
import { type SignedEntity, toSignedEntity, toTrustMaterial, VerificationError, Verifier } from '@sigstore/verify';
import { type JsonLimits, parseBounded } from '../../base/boundedJson.ts';
import { MOST_BUNDLE_BYTES } from './provenance.ts';

/** The public-good instance of Sigstore, which GitHub uses for public repositories. */
const PUBLIC_GOOD = 'https://tuf-repo-cdn.sigstore.dev';
/** The limits of a bundle, of a root and of what was signed. */
export const BUNDLE_JSON: JsonLimits = { bytes: MOST_BUNDLE_BYTES, depth: 40, values: 20_000 };
const IN_TOTO = 'application/vnd.in-toto+json';

/** Tells what is known of a signature once it is verified. */
export interface VerifiedBundle {
  /** The signed text: an in-toto statement, as JSON. */
  statement: Buffer;
  /** The name in the certificate: the address of the workflow, with its ref. */
  identity: string;
  /** @returns an extension of the certificate by its OID's last number; null for none */
  claim(number: number): string | null;
}

/** An authority that is trusted: certificates, logs and clocks of one Sigstore instance. */
export interface TrustRoot {
  verify(entity: SignedEntity): void;
}

/** Says why a bundle is not believed. */
export class BundleRefused extends Error {
  /** The bundle's form, or the part of the verification that failed. */
  readonly part: 'form' | 'chain' | 'time' | 'log' | 'signature';

  constructor(part: BundleRefused['part'], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'BundleRefused';
    this.part = part;
  }
}

/** The trust root that the package brings: that of Sigstore's public-good instance. */
export function shippedRoots(): TrustRoot[] {
  const target = seeds[PUBLIC_GOOD].targets['trusted_root.json'];
  return readRoots(Buffer.from(target, 'base64'));
}

/** @param text one root, or one in each line, as `gh` prints them. @throws BundleRefused */
export function readRoots(text: Uint8Array): TrustRoot[] {
  return readBundles(text).map((json) => {
    try {
      const root = TrustedRoot.fromJSON(json);
      const material = toTrustMaterial(root);
      if (material.certificateAuthorities.length === 0) throw new Error('it names no certificate authority');
      if (material.tlogs.length + material.timestampAuthorities.length === 0)
        throw new Error('it names neither a log nor a timestamp authority');
      // GitHub's own instance, for private repositories, has timestamps and no logs.
      const verifier = new Verifier(material, {
        tlogThreshold: material.tlogs.length === 0 ? 0 : 1,
        ctlogThreshold: material.ctlogs.length === 0 ? 0 : 1,
        timestampThreshold: 1,
      });
      return { verify: (entity) => void verifier.verify(entity) };
    } catch (cause) {
      throw new BundleRefused('form', `it is no trust root: ${(cause as Error).message}`, cause);
    }
  });
}

/** @throws BundleRefused that says which part of it failed */
export function verifyBundle(json: unknown, roots: readonly TrustRoot[]): VerifiedBundle {
  const { entity, statement, certificate } = entityIn(json);
  let refused: BundleRefused | null = null;
  for (const root of roots) {
    try {
      root.verify(entity);
      return { statement, identity: certificate.subjectAltName ?? '', claim: (number) => claimIn(certificate, number) };
    } catch (error) {
      const one = refusalOf(error);
      // Most roots are not the ones of this bundle: the failure that came furthest counts.
      if (refused === null || refused.part === 'chain') refused = one;
    }
  }
  throw refused ?? new BundleRefused('chain', 'there is no trust root');
}

type Certificate = Extract<SignedEntity['key'], { $case: 'certificate' }>['certificate'];

function entityIn(json: unknown): { entity: SignedEntity; statement: Buffer; certificate: Certificate } {
  try {
    const bundle = bundleFromJSON(json);
    if (bundle.content.$case !== 'dsseEnvelope' || bundle.content.dsseEnvelope.payloadType !== IN_TOTO)
      throw new Error('it holds no in-toto statement');
    const entity = toSignedEntity(bundle);
    if (entity.key.$case !== 'certificate') throw new Error('it is signed with a key and no certificate');
    return { entity, statement: bundle.content.dsseEnvelope.payload, certificate: entity.key.certificate };
  } catch (cause) {
    throw new BundleRefused('form', (cause as Error).message, cause);
  }
}

/** Fulcio's extensions are texts in DER: 1.3.6.1.4.1.57264.1.N. */
function claimIn(certificate: Certificate, number: number): string | null {
  const [text] = certificate.extension(`1.3.6.1.4.1.57264.1.${number}`)?.valueObj.subs ?? [];
  return text === undefined ? null : text.value.toString('utf8');
}

function refusalOf(error: unknown): BundleRefused {
  const { code, message } = error as { code?: string; message: string };
  // The library runs into what is not where it should be: that is a bundle out of form.
  if (!(error instanceof VerificationError)) return new BundleRefused('form', message, error);
  if (code === 'CERTIFICATE_ERROR' || code === 'PUBLIC_KEY_ERROR') return new BundleRefused('chain', message, error);
  if (code === 'TIMESTAMP_ERROR') return new BundleRefused('time', message, error);
  return new BundleRefused(code?.startsWith('TLOG') === true ? 'log' : 'signature', message, error);
}

/** @param text one value, or one in each line, as `gh` writes them. @throws BundleRefused */
export function readBundles(text: Uint8Array): unknown[] {
  try {
    return [parseBounded(text, BUNDLE_JSON)];
  } catch (whole) {
    const lines = Buffer.from(text.buffer, text.byteOffset, text.length).toString().split('\n');
    try {
      const found = lines.filter((line) => line.trim() !== '').map((line) => parseBounded(line, BUNDLE_JSON));
      if (found.length > 1) return found;
    } catch {
      // Neither the whole nor each line is JSON: the error of the whole is thrown below.
    }
    throw new BundleRefused('form', `it is no JSON: ${(whole as Error).message}`, whole);
  }
}
