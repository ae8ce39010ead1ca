/** Attestations: what is believed of a bundle, and every way in which one is refused by name. */

import { createHash, randomInt } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundlesIn, unpackSnappy } from '../../../src/share/provenance/attestedBy.ts';
import { readSigner } from '../../../src/share/provenance/provenance.ts';
import { readRoots, shippedRoots } from '../../../src/share/provenance/sigstore.ts';
import { verifyProvenance } from '../../../src/share/provenance/verifyProvenance.ts';
import { someOf } from '../../helpers/fastCheck.ts';
import { type Material, mockSigstore, type Run } from '../../helpers/mockSigstore.ts';

const COMMIT = 'c0ffee'.padEnd(40, '0');
const OTHER = 'dead'.padEnd(40, '0');
const SHA256 = createHash('sha256').update('index').digest('hex');
const NOT_ATTESTED = 'NOT_ATTESTED';

let sigstore: Awaited<ReturnType<typeof mockSigstore>>;
beforeAll(async () => {
  sigstore = await mockSigstore();
});

interface Asked {
  signer?: string;
  root?: string;
  sha256?: string;
  commit?: string;
  branch?: string | null;
}

async function judge(texts: string | string[], asked: Asked = {}) {
  const { signer = 'acme/shop', root = sigstore.root, sha256 = SHA256, commit = COMMIT, branch = 'main' } = asked;
  const bundles = [texts].flat().flatMap((text) => bundlesIn(Buffer.from(text), 'it'));
  return verifyProvenance(bundles, readRoots(Buffer.from(root)), {
    signer: readSigner(signer),
    sha256,
    commit,
    defaultBranch: async () => branch,
  });
}

async function attested(run: Partial<Run> = {}): Promise<string> {
  return (await sigstore.attest(SHA256, { commit: COMMIT, ...run })).text;
}

describe('an attestation', () => {
  it('of the default branch is believed, and says who made it', async () => {
    expect(await judge(await attested())).toEqual({
      repository: 'acme/shop',
      workflow: '.github/workflows/index.yml',
      ref: 'refs/heads/main',
      commit: COMMIT,
      trigger: 'push',
      run: 'https://github.com/acme/shop/actions/runs/17/attempts/1',
    });
  });

  it('of a tag is believed, and nobody is asked for the default branch', async () => {
    const text = await attested({ ref: 'refs/tags/v1', trigger: 'release' });
    expect(await judge(text, { branch: null })).toMatchObject({ ref: 'refs/tags/v1' });
  });

  it('may be asked for by workflow and ref; names of GitHub are the same in any case', async () => {
    const signer = 'Acme/Shop/.github/workflows/index.yml@refs/heads/next';
    expect(await judge(await attested({ ref: 'refs/heads/next' }), { signer })).toMatchObject({
      repository: 'acme/shop',
    });
  });

  it('of a private repository has a timestamp in the place of a log, by a root that has none', async () => {
    const { text } = await sigstore.attest(SHA256, { commit: COMMIT }, 'own clock');
    expect(await judge(text, { root: sigstore.privateRoot })).toMatchObject({ commit: COMMIT });
  });

  it('is verified by each of several roots, and one bundle of several is enough', async () => {
    const other = await mockSigstore();
    const roots = `${other.root}\n${sigstore.root}\n`;
    const wrong = await attested({ ref: 'refs/heads/next' });
    expect(await judge([wrong, await attested()].join('\n'), { root: roots })).toMatchObject({
      ref: 'refs/heads/main',
    });
  });

  type Refused = [name: string, run: Partial<Run>, asked: Asked, said: string | RegExp];
  const refused: Refused[] = [
    ['another issuer', { issuer: 'https://accounts.example.com' }, {}, 'https://accounts.example.com vouches for'],
    ['another repository', { repository: 'evil/shop' }, {}, 'evil/shop attested it, and not acme/shop'],
    ['a name that only begins alike', { repository: 'acme/shop-2' }, {}, 'acme/shop-2 attested it'],
    [
      'a workflow of another repository',
      { workflow: 'evil/ci/.github/workflows/index.yml' },
      {},
      'a workflow of evil/ci signed it',
    ],
    [
      'another workflow',
      { workflow: 'acme/shop/.github/workflows/other.yml' },
      { signer: 'acme/shop/.github/workflows/index.yml' },
      '.github/workflows/other.yml signed it, and not .github/workflows/index.yml',
    ],
    ['a pull request', { ref: 'refs/pull/7/merge', trigger: 'pull_request' }, {}, 'a pull request made it'],
    ['a pull request on the default branch', { trigger: 'pull_request_target' }, {}, 'a pull request made it'],
    [
      'a pull request that somebody names',
      { trigger: 'pull_request_target' },
      { signer: 'acme/shop@refs/heads/main' },
      'a pull request made it',
    ],
    ...['issue_comment', 'workflow_run', 'issues', 'fork', ''].map(
      (trigger): Refused => [
        `the event "${trigger}" on the default branch`,
        { trigger },
        { signer: 'acme/shop@refs/heads/main' },
        `the event ${trigger || 'nobody'} made it, which strangers may start`,
      ],
    ),
    [
      'another branch',
      { ref: 'refs/heads/next' },
      {},
      'refs/heads/next made it, and neither the default branch (main)',
    ],
    [
      'a workflow of another branch',
      { signedBy: 'refs/heads/next' },
      {},
      'refs/heads/next made it, and neither the default branch',
    ],
    ['a branch that nobody knows', {}, { branch: null }, 'nobody here knows whether that is the default branch'],
    [
      'another ref than was named',
      {},
      { signer: 'acme/shop@refs/tags/v1' },
      'refs/heads/main made it, and not refs/tags/v1',
    ],
    ['another commit', { commit: OTHER }, {}, `attested for commit ${OTHER}, and its manifest says ${COMMIT}`],
    ['another commit in what was signed', { source: OTHER }, {}, `its provenance names commit ${OTHER}`],
    ['another file', {}, { sha256: createHash('sha256').update('x').digest('hex') }, 'of another file'],
    ['another kind of statement', { predicateType: 'https://spdx.dev/Document' }, {}, 'https://spdx.dev/Document'],
  ];
  it.each(refused)('by %s is refused by name, with what to do', async (_, run, asked, said) => {
    const error = await judge(await attested(run), asked).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: NOT_ATTESTED,
      message: expect.stringContaining(said as string),
      hint: expect.stringMatching(/./),
    });
  });
});

describe('a bundle', () => {
  const broken: [name: string, change: (material: Material['bundle']) => unknown, said: string][] = [
    ['of another statement', (bundle) => withPayload(bundle), 'damaged|signature|log'],
    ['without a log entry', (bundle) => withMaterial(bundle, { tlogEntries: [] }), 'nobody trusted says when'],
    [
      'without a certificate',
      (bundle) => ({ ...bundle, verificationMaterial: { ...bundle.verificationMaterial, certificate: undefined } }),
      'damaged',
    ],
    ['of an odd form', ({ dsseEnvelope: _, ...bundle }) => bundle, 'damaged'],
    ['of another signature', (bundle) => withSignature(bundle), 'signature|log'],
  ];
  it.each(broken)('%s is refused by name', async (_, change, said) => {
    const { bundle } = await sigstore.attest(SHA256, { commit: COMMIT });
    await expect(judge(JSON.stringify(change(bundle)))).rejects.toMatchObject({
      code: NOT_ATTESTED,
      message: expect.stringMatching(new RegExp(said)),
    });
  });

  it('that is stamped, and stands in no log, is refused where the root names one', async () => {
    const { text } = await sigstore.attest(SHA256, { commit: COMMIT }, 'clock');
    await expect(judge(text)).rejects.toMatchObject({
      code: NOT_ATTESTED,
      message: expect.stringContaining('it stands in no trusted transparency log'),
    });
  });

  it('whose log entry is of another statement is refused', async () => {
    const [one, other] = [
      await sigstore.attest(SHA256, { commit: COMMIT }),
      await sigstore.attest(SHA256, { commit: OTHER }),
    ];
    const { tlogEntries } = other.bundle.verificationMaterial;
    await expect(judge(JSON.stringify(withMaterial(one.bundle, { tlogEntries })))).rejects.toMatchObject({
      code: NOT_ATTESTED,
      message: expect.stringContaining('it stands in no trusted transparency log'),
    });
  });

  it('of an authority that nobody trusts is refused, also by the shipped root', async () => {
    const { text } = await (await mockSigstore()).attest(SHA256, { commit: COMMIT });
    const chain = expect.stringContaining('leads to no trusted authority');
    await expect(judge(text)).rejects.toMatchObject({ code: NOT_ATTESTED, message: chain });
    const expected = {
      signer: readSigner('acme/shop'),
      sha256: SHA256,
      commit: COMMIT,
      defaultBranch: async () => 'main',
    };
    await expect(verifyProvenance([JSON.parse(text)], shippedRoots(), expected)).rejects.toMatchObject({
      code: NOT_ATTESTED,
      message: chain,
      hint: expect.stringContaining('--trust-root'),
    });
  });

  it('that was signed when its certificate had expired is refused', async () => {
    const late = await mockSigstore(Date.now() - 60 * 60_000);
    const { bundle } = await late.attest(SHA256, { commit: COMMIT });
    // A log that is trusted says: an hour later.
    const { bundle: now } = await sigstore.attest(SHA256, { commit: COMMIT });
    const root = { ...JSON.parse(late.root), tlogs: JSON.parse(sigstore.root).tlogs };
    const { tlogEntries } = now.verificationMaterial;
    await expect(
      judge(JSON.stringify(withMaterial(bundle, { tlogEntries })), { root: JSON.stringify(root) }),
    ).rejects.toMatchObject({
      code: NOT_ATTESTED,
      message: expect.stringContaining('had expired'),
    });
  });

  it.each(['', '{', '[]', 'null', '{"mediaType":"x"}', '{}\n{'])('is not %j', async (text) => {
    await expect(judge(text)).rejects.toMatchObject({
      code: NOT_ATTESTED,
      message: expect.stringContaining('damaged'),
    });
  });
});

describe('a bundle from anybody', () => {
  it('survives any change to its bytes, and says nothing else than before', async () => {
    const text = Buffer.from(await attested());
    const before = await judge(text.toString());
    for (let times = 0; times < someOf(400); times++) {
      const changed = Buffer.from(text);
      for (let more = 0; more <= times % 3; more++) changed[randomInt(changed.length)] = randomInt(256);
      const said = await judge(changed.toString('latin1')).catch((error: unknown) => error);
      if (said instanceof Error) expect(said).toMatchObject({ code: NOT_ATTESTED });
      else expect(said).toEqual(before);
    }
  });
});

describe('the roots of trust', () => {
  it('that are shipped name an authority and a log', () => {
    expect(shippedRoots()).toHaveLength(1);
  });

  it.each(['', '{}', '{"mediaType":"x"}', '[1]'])('are not %j', (text) => {
    expect(() => readRoots(Buffer.from(text))).toThrow(/no trust root|no JSON/);
  });
});

describe('a signer', () => {
  it.each([
    ['acme/shop', { owner: 'acme', repository: 'shop', workflow: null, ref: null }],
    ['acme/shop.js/.github/workflows/a b.yml', null],
    [
      'acme/shop.js/.github/workflows/index.yaml@refs/tags/v1.0',
      { owner: 'acme', repository: 'shop.js', workflow: '.github/workflows/index.yaml', ref: 'refs/tags/v1.0' },
    ],
    ['acme/shop@refs/heads/a/b', { owner: 'acme', repository: 'shop', workflow: null, ref: 'refs/heads/a/b' }],
    ['acme/shop@main', null],
    ['acme/shop@refs/pull/7/merge', null],
    ['acme/..', null],
    ['acme', null],
    ['https://github.com/acme/shop', null],
  ])('%s is read', (named, parts) => {
    if (parts === null) expect(() => readSigner(named)).toThrow(expect.objectContaining({ code: 'USAGE' }));
    else expect(readSigner(named)).toEqual(parts);
  });
});

describe('a block of Snappy', () => {
  const block = (...bytes: number[]) => Uint8Array.from(bytes);
  it('is unpacked, copies that overlap themselves too', () => {
    // 11 bytes: "ab" as it is, then 9 bytes that begin 2 back.
    expect(unpackSnappy(block(11, 0x04, 0x61, 0x62, 0x15, 2), 100).toString()).toBe('abababababa');
    // A literal of 61 bytes has its length behind the tag, a copy of two bytes one of its own.
    const long = block(65, 60 << 2, 60, ...new Uint8Array(61).fill(0x78), (3 << 2) | 2, 61, 0);
    expect(unpackSnappy(long, 100).toString()).toBe('x'.repeat(65));
  });

  it.each([
    ['nothing', block()],
    ['a size that never ends', block(0x80, 0x80, 0x80, 0x80, 0x80, 0x80)],
    ['more than it may', block(0xff, 0x7f)],
    ['a literal that is cut', block(4, 0x0c, 0x61)],
    ['a copy of what is not there', block(4, 0x01, 1)],
    ['less than its size', block(4, 0x00, 0x61)],
    ['more than its size', block(1, 0x04, 0x61, 0x62)],
  ])('is refused: %s', (_, packed) => {
    expect(() => unpackSnappy(packed, 100)).toThrow();
  });
});

function withMaterial(bundle: Material['bundle'], more: Record<string, unknown>): unknown {
  return { ...bundle, verificationMaterial: { ...bundle.verificationMaterial, ...more } };
}

function withPayload(bundle: Material['bundle']): unknown {
  const payload = Buffer.from(JSON.stringify({ _type: 'x' })).toString('base64');
  return { ...bundle, dsseEnvelope: { ...bundle.dsseEnvelope, payload } };
}

function withSignature(bundle: Material['bundle']): unknown {
  const sig = Buffer.alloc(70, 7).toString('base64');
  return { ...bundle, dsseEnvelope: { ...bundle.dsseEnvelope, signatures: [{ sig }] } };
}
