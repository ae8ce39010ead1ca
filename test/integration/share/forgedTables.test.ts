/**
 * `cora pull` takes the segment of a packed index as it is. One whose tables say other things than its rows is
 * refused, or the blobs that it lies about are indexed here: what is answered afterwards is the same.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { isCoraError } from '../../../src/base/errors.ts';
import type { ChunkRow } from '../../../src/base/types.ts';
import { hashOfText } from '../../../src/engine/rowWords.ts';
import { digestOfSection, nameByContent, segmentFile } from '../../../src/engine/searchFile.ts';
import { SegmentReader } from '../../../src/engine/segment.ts';
import {
  encodeSegment,
  MemoryRanges,
  readHeader,
  SECTIONS,
  type SectionName,
  type SegmentHeader,
} from '../../../src/engine/segmentFile.ts';
import { readRowTerms, readSharedTerms } from '../../../src/engine/wordsByRow.ts';
import { openRepository } from '../../../src/git/openRepository.ts';
import { readBlob } from '../../../src/git/readBlobs.ts';
import type { Repository } from '../../../src/git/repository.ts';
import { readSpan } from '../../../src/share/artifact/packedRows.ts';
import { packInBlocks } from '../../../src/share/artifact/writeArtifact.ts';
import { createBlockPool } from '../../../src/share/pull/blockPool.ts';
import { ByteProof } from '../../../src/share/pull/byteProof.ts';
import { SegmentProof } from '../../../src/share/pull/segmentProof.ts';
import { verifyBlob } from '../../../src/share/pull/verifyBlob.ts';
import { digestOfRow, RowsDigest } from '../../../src/view/statistics.ts';
import { cora } from '../../helpers/cora.ts';
import { putTogether, takeApart, unpackedSegment } from '../../helpers/craftArtifact.ts';
import fc from '../../helpers/fastCheck.ts';
import { fuzzAsync } from '../../helpers/fuzz.ts';
import { quick, shareOf, slow } from '../../helpers/slow.ts';
import { sourceOf } from '../../helpers/sources.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';
import { changedFile, mustEqual, published } from './publishedIndex.ts';

type Sections = Record<SectionName, Buffer>;
type Change = (sections: Sections, header: SegmentHeader) => void;

/** The segment with other sections, whose header says their digests. */
async function changedSegment(plain: Buffer, change: Change): Promise<{ bytes: Buffer; name: string }> {
  const header = await readHeader(new MemoryRanges(plain));
  const places = Object.entries(header.sections) as [SectionName, [number, number, string]][];
  const sections = Object.fromEntries(
    places.map(([name, [from, length]]) => [name, Buffer.from(plain.subarray(from, from + length))]),
  ) as Sections;
  change(sections, header);
  const { format: _, sections: __, ...facts } = header;
  const pieces = [...encodeSegment(facts, sections, digestOfSection)];
  return { bytes: Buffer.concat(pieces), name: nameByContent(pieces[0]!) };
}

async function withSegment(tar: Buffer, change: Change): Promise<Buffer> {
  const members = takeApart(tar);
  const segment = await changedSegment(unpackedSegment(members[2]!.content), change);
  const content = Buffer.concat([...(await packInBlocks(segment.bytes))]);
  const manifest = { ...JSON.parse(members[0]!.content.toString('utf8')), segment: segment.name };
  const told = { name: 'manifest.json', content: Buffer.from(JSON.stringify(manifest)) };
  return putTogether([told, ...members.slice(1).map((one, at) => (at === 1 ? { ...one, content } : one))]);
}

/** Adds to a number of a row: the columns stand in the order of docs/search-file.md. */
function addToNumber(column: number, row: number): Change {
  return ({ numbers }, { rows }) => {
    let start = 16;
    for (let before = 0; before < column; before++) start += rows * numbers[before]!;
    numbers[start + row]! ^= 1;
  };
}

/** Adds bytes that are of nothing to a section. */
function withMore(name: SectionName): Change {
  return (sections) => {
    sections[name] = Buffer.concat([sections[name], Buffer.from('of nothing')]);
  };
}

/** 20,000 words of 265 letters, which share all but their last five: all in the first row. */
const spelling: Change = (sections, header) => {
  const words = 20_000;
  const [terms, index]: [Buffer[], number[]] = [[], []];
  let at = 0;
  for (let word = 0; word < words; word++) {
    const shared = word % 16 === 0 ? 0 : 260;
    const rest = 'z'.repeat(260 - shared) + String(word).padStart(5, '0');
    if (shared === 0) index.push(at, word);
    // Shared letters and the length of the rest, as varints; one row, whose posting takes a byte.
    const entry = [shared === 0 ? [0, 0x89, 2] : [0x84, 2, 5], [...Buffer.from(rest)], [1, 1]].flat();
    terms.push(Buffer.from(entry));
    at += entry.length;
  }
  sections.terms = Buffer.concat(terms);
  sections.termIndex = Buffer.from(Uint32Array.from([...index, at, words]).buffer);
  sections.postings = Buffer.alloc(words);
  Object.assign(header, { terms: words });
};

/** The first block of texts has one text less than rows. */
const withoutText: Change = (sections) => {
  const { texts, textsAt } = sections;
  const textLength = (at: number): [length: number, next: number] =>
    texts[at]! < 0x80 ? [texts[at]!, at + 1] : [(texts[at]! & 0x7f) + 0x80 * texts[at + 1]!, at + 2];
  let end = 0;
  for (let run = 0; run < 2; run++) {
    const [length, next] = textLength(end);
    end = next + length;
  }
  sections.texts = texts.subarray(end);
  for (let at = 4; at < textsAt.length; at += 12) textsAt.writeUInt32LE(textsAt.readUInt32LE(at) - end, at);
  textsAt.writeUInt32LE(textsAt.readUInt32LE(8) - end, 8);
};

const FORGED: [string, Change][] = [
  ['how many texts there are', withoutText],
  ['what stands behind the records', withMore('records')],
  ['what stands behind the texts', withMore('texts')],
  ['what stands behind the rows of words', withMore('postings')],
  ['what stands behind the words', withMore('terms')],
  ['where the words end', ({ termIndex }) => (termIndex[termIndex.length - 1]! ^= 1)],
  ['a section that it leaves out', withMore('words')],
  ['how often a row holds a word', ({ postings }) => (postings[0]! ^= 2)],
  ['the rows of a word', ({ postings }) => (postings[postings.length - 1]! ^= 2)],
  [
    'a word',
    ({ terms }) => {
      const at = terms.indexOf('append');
      terms.write('appenb', at);
    },
  ],
  [
    'how many rows hold a word',
    ({ terms }) => {
      // The first word: 0 bytes shared, its length, its letters, its rows.
      terms[2 + terms[1]!]! += 1;
    },
  ],
  [
    'a word of no rows',
    ({ terms }) => {
      terms[2 + terms[1]!] = 0;
    },
  ],
  ['where words begin', ({ termIndex }) => (termIndex[8]! ^= 1)],
  ['where rows of words begin', ({ termIndex }) => (termIndex[12]! ^= 1)],
  [
    'the order of blobs',
    ({ blobs }, header) => {
      const at = 4 * (header.blobs + 1);
      const [one, other] = [blobs.readUInt32LE(at), blobs.readUInt32LE(at + 4)];
      blobs.writeUInt32LE(other, at);
      blobs.writeUInt32LE(one, at + 4);
    },
  ],
  ['tokens of a row', addToNumber(8, 2)],
  ['words of a row', addToNumber(9, 2)],
  ['characters of a row', addToNumber(10, 2)],
  ['the hash of the words of a row', addToNumber(11, 2)],
  ['kinds of a row', addToNumber(0, 2)],
  [
    'languages twice',
    (_, header) => {
      header.languages[1] = header.languages[0]!;
    },
  ],
  ['a language that no file has', (_, header) => void header.languages.push('cobol')],
  ['a type of node that is there twice', (_, header) => void header.nodeTypes.push(header.nodeTypes[0]!)],
  [
    'the length of vectors',
    (_, header) => {
      header.longest /= 2;
    },
  ],
  ['a vector', ({ vectors }) => (vectors[5] = 0x80)],
];

describe('a segment with forged tables', () => {
  let repo: TempRepo;
  let file: string;

  beforeAll(async () => {
    const made = await published();
    ({ repo } = made);
    ({ file } = made.packed);
  });

  it.each(shareOf(FORGED, 8))('cannot lie about %s', async (what, change) => {
    const clone = repo.clone();
    const forged = await changedFile(file, (tar) => withSegment(tar, change));
    const report = await cora(clone)
      .pull(forged)
      .catch((error: unknown) => {
        if (isCoraError(error) && error.code === 'BAD_ARTIFACT') return null;
        throw error;
      });
    if (report === null) await cora(clone).index();
    else if (what !== 'kinds of a row') expect(report.refused.length).toBeGreaterThan(0);
    // A kind is a label: a packed index is believed about it, and its digest does not know it.
    if (what !== 'kinds of a row') await mustEqual(clone, repo);
  });

  quick.it('is what the caller keeps where it is true', async () => {
    const clone = repo.clone();
    const same = await changedFile(file, (tar) => withSegment(tar, () => undefined));
    const report = await cora(clone).pull(same);
    expect(report).toMatchObject({ refused: [], index: { computed: 0, embedded: 0 } });
    await mustEqual(clone, repo);
  });
});

/** Files with marks, other alphabets, secrets, cut lines and CRLF. */
function oddProject(): TempRepo {
  const repo = tempRepo();
  repo
    .file('a.py', sourceOf('py', 3))
    .file(
      'b.ts',
      `${sourceOf('ts', 5)}\n// „Größe“ des Körpers: naïve café — 東京 x1y2 3d\nexport const größe2 = 'ﬁ';\n`,
    )
    .file('c.md', '# Links\r\n\r\nSee `Promise`s at\tthe café.\r\n\r\n## Ωmega\r\n\r\n2nd 3rd 10px\r\n')
    .file('d.js', `const data = "${'word '.repeat(900)}";\n`)
    // A mark in the last heading: rows before it are looked at twice, where they lie and decoded.
    .file('f.md', `# One\n\n${'Some words.\n\n'.repeat(90)}# Two\u0001three\n\n${'More words.\n\n'.repeat(90)}`)
    .file('e.py', 'def connect():\n    """Connects."""\n    password = "hunter2hunter2XyZ!9"\n    return password\n');
  repo.commit();
  return repo;
}

describe('rows that are proven where they lie', () => {
  let repository: Repository;
  let plain: Buffer;
  const contents = new Map<string, Uint8Array>();

  beforeAll(async () => {
    const repo = oddProject();
    await cora(repo).index();
    const { file } = await cora(repo).pack();
    plain = unpackedSegment(takeApart(readFileSync(file))[2]!.content);
    repository = await openRepository(repo.dir, repo.env);
    const segment = await SegmentReader.open(new MemoryRanges(plain));
    await segment.prepare();
    for (let blob = 0; blob < segment.header.blobs; blob++)
      contents.set(segment.shaOf(blob), await readBlob(repository, segment.shaOf(blob)));
  });

  /** @returns null where its tables lead nowhere */
  async function kept(bytes: Buffer, name: string) {
    const dir = tempDir();
    mkdirSync(dirname(segmentFile(dir, name)), { recursive: true });
    writeFileSync(segmentFile(dir, name), bytes);
    const segment = await SegmentReader.open(new MemoryRanges(bytes));
    await segment.prepare();
    if (!segment.names.isSorted()) return null;
    const { rows, blobs, dimensions } = segment.header;
    const listed = { name, rows, blobs, bytes: bytes.length, gone: [] };
    const dictionary = await readSharedTerms(segment);
    const words = { ...(await readRowTerms(segment, () => undefined)), dictionary };
    return { segment, unproven: { dir, listed, dimensions, words } };
  }

  it('have no words that take far more memory than the texts that hold them', async () => {
    const { bytes, name } = await changedSegment(plain, spelling);
    await expect(kept(bytes, name)).rejects.toThrow(
      expect.toSatisfy((error) => isCoraError(error) && error.code === 'BROKEN_INDEX'),
    );
  });

  /** Checks a segment as a pull does. @returns null where its tables lead nowhere */
  async function checked(bytes: Buffer, name: string) {
    const found = await kept(bytes, name);
    if (found === null) return null;
    const { segment, unproven } = found;
    const { blobs, dimensions } = segment.header;
    const form = { text: true, dimensions };
    const chunk = () => Promise.reject(new Error('nothing is in doubt'));
    const pool = createBlockPool({ jobs: 0, repository, form, known: new Set(), chunk });
    pool.prove(unproven);
    try {
      return { segment, block: await pool.check({ file: '', from: 0, to: blobs }) };
    } finally {
      await pool.close();
    }
  }

  /** Holds all that a segment says of a blob against what follows from the blob itself. */
  async function mustBeTrue(segment: SegmentReader, blob: number, sum: RowsDigest): Promise<void> {
    const [offered] = await readSpan({ segment, manifest: { text: true } }, { from: blob, to: blob + 1 });
    const result = verifyBlob(offered!, contents.get(offered!.blob)!);
    if ('refused' in result) throw new Error(`${offered!.blob} was taken, and ${result.refused}`);
    const [from, to] = segment.names.rowsOf(blob);
    const numbers = await segment.rowNumbers();
    expect(segment.names.findBlob(offered!.blob, offered!.language)).toBe(blob);
    expect(result.rows).toHaveLength(to - from);
    const words = new Set(result.rows.flatMap(({ searchText }) => searchText.split(' ')));
    await segment.eachTerm((bytes) => words.add(Buffer.from(bytes).toString('utf8')));
    const terms = [...words].filter((word) => word !== '');
    const found = await segment.rowsOf(terms);
    for (let row = from; row < to; row++) {
      const own = result.rows[row - from]! as ChunkRow;
      const counts = new Map<string, number>();
      for (const word of own.searchText.split(' ')) if (word !== '') counts.set(word, (counts.get(word) ?? 0) + 1);
      const said = new Map<string, number>();
      terms.forEach((term, at) => {
        const place = found[at]?.rows.indexOf(row) ?? -1;
        if (place !== -1) said.set(term, found[at]!.counts[place]!);
      });
      expect(said).toEqual(counts);
      expect(numbers.of('characters', row)).toBe(own.searchText.length);
      expect(numbers.of('hash', row)).toBe(hashOfText(own.searchText));
      expect(numbers.of('tokens', row)).toBe(own.tokens);
      expect(numbers.of('words', row)).toBe(own.searchText.split(' ').length);
      expect(own.redacted).toBe(offered!.rows[row - from]!.chunk!.redacted);
      sum.add(own, digestOfRow(own));
    }
  }

  quick.it('are all rows of an honest segment', async () => {
    const { bytes, name } = await changedSegment(plain, () => undefined);
    const { segment, block } = (await checked(bytes, name))!;
    expect(block.blobs.filter(({ outcome }) => outcome !== 'fits')).toEqual([]);
    expect(block.counts.chunks).toBe(segment.header.rows);
    const sum = new RowsDigest();
    for (const blob of block.blobs.keys()) await mustBeTrue(segment, blob, sum);
    expect(sum.rowsDigest).toEqual(block.counts.rowsDigest);
    expect(block.sum.rowsDigest).toEqual(block.counts.rowsDigest);
  });

  quick.it('are those of any text but ones with a secret or an odd mark in a name', async () => {
    const { bytes, name } = await changedSegment(plain, () => undefined);
    const { segment, unproven } = (await kept(bytes, name))!;
    const proof = await SegmentProof.open(unproven);
    const prover = new ByteProof(proof);
    const left: number[] = [];
    for (let blob = 0; blob < segment.header.blobs; blob++) {
      const rows = await segment.rowBytes(...segment.names.rowsOf(blob));
      const proven = prover.prove(blob, rows, contents.get(segment.shaOf(blob))!);
      if (proven === null) left.push(blob);
      else expect(proven).toHaveLength(rows.length);
    }
    proof.segment.close();
    // Blobs stand in the order of their paths.
    expect(left).toEqual([4, 5]);
  });

  slow.it('are never other rows than those that are decoded and checked', async () => {
    const flips = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 255 })), {
      minLength: 1,
      maxLength: 2,
    });
    const told = fc.constantFrom(
      ...SECTIONS.filter((name) => name !== 'ids' && name !== 'words' && name !== 'wordsAt'),
    );
    let taken = 0;
    await fuzzAsync(
      fc.asyncProperty(told, flips, async (name, list) => {
        const changed = await changedSegment(plain, (sections) => {
          const section = sections[name];
          if (section.length === 0) return;
          for (const [at, by] of list) section[Math.floor(at * (section.length - 1))]! ^= by;
        });
        const result = await checked(changed.bytes, changed.name).catch((error: unknown) => {
          if (isCoraError(error)) return null;
          throw error;
        });
        if (result === null) return;
        const sum = new RowsDigest();
        for (const [blob, { outcome }] of result.block.blobs.entries()) {
          if (outcome !== 'fits') continue;
          await mustBeTrue(result.segment, blob, sum);
          taken += 1;
        }
        expect(sum.rowsDigest).toEqual(result.block.counts.rowsDigest);
      }),
      120,
    );
    expect(taken).toBeGreaterThan(0);
  });
});
