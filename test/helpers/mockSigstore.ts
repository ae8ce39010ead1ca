/**
 * A Sigstore of this process: an authority, a certificate log, a transparency log and a clock, the
 * trust root that names them, and bundles as actions/attest-build-provenance makes them.
 */

import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { initializeCA, initializeCTLog, initializeTLog, initializeTSA } from '@sigstore/mock';

const LOG = 'https://rekor.sigstore.mock';
const ISSUER = 'https://token.actions.githubusercontent.com';
const OID = '1.3.6.1.4.1.57264.1';
/** SHA-256 in DER's words. */
const SHA256_OID = '2.16.840.1.101.3.4.2.1';

/** What a run of a workflow is to GitHub; each can be changed by a test. */
export interface Run {
  issuer: string;
  repository: string;
  /** The repository of the workflow that signs, with its path. */
  workflow: string;
  ref: string;
  /** The ref in the name of the workflow; the run's where nothing is said. */
  signedBy: string;
  commit: string;
  trigger: string;
  predicateType: string;
  /** The commit in the statement; the run's where nothing is said. */
  source: string | null;
}

export interface Material {
  bundle: Record<string, unknown> & { verificationMaterial: Record<string, unknown>; dsseEnvelope: Envelope };
  text: string;
}

interface Envelope {
  payload: string;
  payloadType: string;
  signatures: { sig: string }[];
}

/** What the log says of an entry, as Rekor's API does. */
interface LoggedEntry {
  body: string;
  integratedTime: number;
  logID: string;
  logIndex: number;
  verification: {
    signedEntryTimestamp: string;
    inclusionProof: { logIndex: number; rootHash: string; treeSize: number; checkpoint: string };
  };
}

interface Authority {
  rootCertificate: ArrayBufferView<ArrayBuffer>;
}

/**
 * @param time of all that it signs; where nothing is said, a moment after its own certificates are made. Whole seconds:
 * its clock writes fractions that no reader takes
 */
export async function mockSigstore(time = Date.now() + 5000) {
  const at = new Date(Math.floor(time / 1000) * 1000);
  const pair = (curve = 'prime256v1') => generateKeyPairSync('ec', { namedCurve: curve });
  const ctLog = await initializeCTLog(pair(), at);
  const ca = await initializeCA(pair('secp384r1'), ctLog, at);
  /** GitHub's own, for private repositories: its certificates are in no public log. */
  const ownCa = await initializeCA(pair('secp384r1'), undefined, at);
  const tlog = await initializeTLog(LOG, pair(), at);
  const tsa = await initializeTSA(pair('secp384r1'), at);
  const since = new Date(0).toISOString();
  const key = (publicKey: Buffer, keyId: Uint8Array) => ({
    hashAlgorithm: 'SHA2_256',
    publicKey: {
      rawBytes: publicKey.toString('base64'),
      keyDetails: 'PKIX_ECDSA_P256_SHA_256',
      validFor: { start: since },
    },
    logId: { keyId: base64(keyId) },
  });
  const chain = (...certificates: Authority['rootCertificate'][]) => ({
    subject: { organization: 'sigstore.mock', commonName: 'sigstore' },
    certChain: { certificates: certificates.map((one) => ({ rawBytes: base64(view(one)) })) },
    validFor: { start: since },
  });
  const root = {
    mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
    tlogs: [{ baseUrl: LOG, ...key(tlog.publicKey, sha256(tlog.publicKey)) }],
    certificateAuthorities: [{ uri: 'https://fulcio.sigstore.mock', ...chain(ca.rootCertificate) }],
    ctlogs: [{ baseUrl: 'https://ctfe.sigstore.mock', ...key(ctLog.publicKey, view(ctLog.logID)) }],
    timestampAuthorities: [{ uri: 'https://tsa.sigstore.mock', ...chain(tsa.intCertificate, tsa.rootCertificate) }],
  };
  /** Names no logs, but timestamps. */
  const ownAuthority = { uri: 'https://fulcio.own.mock', ...chain(ownCa.rootCertificate) };
  const privateRoot = { ...root, tlogs: [], ctlogs: [], certificateAuthorities: [ownAuthority] };

  const attest = async (
    digest: string,
    changed: Partial<Run> & { commit: string },
    by: 'log' | 'clock' | 'own clock' = 'log',
  ): Promise<Material> => {
    const run: Run = {
      issuer: ISSUER,
      repository: 'acme/shop',
      workflow: 'acme/shop/.github/workflows/index.yml',
      ref: 'refs/heads/main',
      signedBy: changed.ref ?? 'refs/heads/main',
      trigger: 'push',
      predicateType: 'https://slsa.dev/provenance/v1',
      source: changed.commit,
      ...changed,
    };
    const keys = pair();
    const certificate = view(await (by === 'own clock' ? ownCa : ca).issueCertificate(requestOf(run, keys.publicKey)));
    const payload = Buffer.from(JSON.stringify(statementOf(digest, run)));
    const payloadType = 'application/vnd.in-toto+json';
    const preamble = `DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `;
    const signature = sign('sha256', Buffer.concat([Buffer.from(preamble), payload]), keys.privateKey);
    const envelope: Envelope = {
      payload: base64(payload),
      payloadType,
      signatures: [{ sig: base64(signature) }],
    };
    const material = by === 'log' ? { tlogEntries: [await entryOf(envelope, certificate)] } : await stampOf(signature);
    const bundle = {
      mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
      verificationMaterial: { certificate: { rawBytes: base64(certificate) }, ...material },
      dsseEnvelope: envelope,
    };
    return { bundle, text: JSON.stringify(bundle) };
  };

  const entryOf = async (envelope: Envelope, certificate: Uint8Array): Promise<Record<string, unknown>> => {
    const verifier = `-----BEGIN CERTIFICATE-----\n${base64(certificate)}\n-----END CERTIFICATE-----\n`;
    const hash = (value: string) => ({ algorithm: 'sha256', value });
    const logged = await tlog.log({
      apiVersion: '0.0.1',
      kind: 'dsse',
      spec: {
        envelopeHash: hash(hex(Buffer.from(JSON.stringify(envelope)))),
        payloadHash: hash(hex(Buffer.from(envelope.payload, 'base64'))),
        signatures: [{ signature: envelope.signatures[0]!.sig, verifier: base64(Buffer.from(verifier)) }],
      },
    });
    const [entry] = Object.values(logged as Record<string, LoggedEntry>);
    const { body, integratedTime, logID, logIndex, verification } = entry!;
    const { inclusionProof: proof, signedEntryTimestamp } = verification;
    return {
      logIndex: String(logIndex),
      logId: { keyId: base64(Buffer.from(logID, 'hex')) },
      kindVersion: { kind: 'dsse', version: '0.0.1' },
      integratedTime: String(integratedTime),
      inclusionPromise: { signedEntryTimestamp },
      inclusionProof: {
        logIndex: String(proof.logIndex),
        rootHash: base64(Buffer.from(proof.rootHash, 'hex')),
        treeSize: String(proof.treeSize),
        hashes: [],
        checkpoint: { envelope: proof.checkpoint },
      },
      canonicalizedBody: body,
    };
  };

  const stampOf = async (signature: Buffer): Promise<Record<string, unknown>> => {
    const artifactHash = sha256(signature);
    const stamp = await tsa.timestamp({ artifactHash, hashAlgorithmOID: SHA256_OID, nonce: 7, policyOID: '1.2.3.4' });
    const rfc3161Timestamps = [{ signedTimestamp: base64(view(stamp)) }];
    return { tlogEntries: [], timestampVerificationData: { rfc3161Timestamps } };
  };

  return { root: JSON.stringify(root), privateRoot: JSON.stringify(privateRoot), attest, ca, tlog };
}

function requestOf(run: Run, publicKey: KeyObject) {
  const claims: [number, string][] = [
    [8, run.issuer],
    [12, `https://github.com/${run.repository}`],
    [13, run.commit],
    [14, run.ref],
    [20, run.trigger],
    [21, `https://github.com/${run.repository}/actions/runs/17/attempts/1`],
  ];
  return {
    publicKey: Buffer.from(publicKey.export({ format: 'der', type: 'spki' })),
    subjectAltName: `https://github.com/${run.workflow}@${run.signedBy}`,
    extensions: claims.map(([number, value]) => ({ oid: `${OID}.${number}`, value })),
  };
}

function statementOf(digest: string, { predicateType, source, repository, ref }: Run): unknown {
  const dependency = { uri: `git+https://github.com/${repository}@${ref}`, digest: { gitCommit: source } };
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'index.tar', digest: { sha256: digest } }],
    predicateType,
    predicate: {
      buildDefinition: {
        buildType: 'https://actions.github.io/buildtypes/workflow/v1',
        externalParameters: { workflow: { ref, repository: `https://github.com/${repository}` } },
        resolvedDependencies: source === null ? [] : [dependency],
      },
      runDetails: { builder: { id: 'https://github.com/actions/runner/github-hosted' } },
    },
  };
}

function view(bytes: ArrayBufferView): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function hex(bytes: Uint8Array): string {
  return sha256(bytes).toString('hex');
}
