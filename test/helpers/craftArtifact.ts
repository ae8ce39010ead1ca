/** Small artifacts made without a repository, taken apart and put together again in ways that `cora pack` never would. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { chunkIdOf, contentHashOf, embedTextOf } from '../../src/base/identity.ts';
import type { Chunk } from '../../src/base/types.ts';
import { CHUNKER_FINGERPRINT, CHUNKER_VERSION } from '../../src/base/version.ts';
import { MemoryRanges } from '../../src/engine/segmentFile.ts';
import { paddingOf, tarHeader } from '../../src/share/artifact/archive.ts';
import { checkedBlob, type PackedBlob } from '../../src/share/artifact/blocks.ts';
import {
  makeSegment,
  proveSegment,
  type RowWithVector,
  rowOfArtifact,
} from '../../src/share/artifact/canonicalSegment.ts';
import { openPackedArtifact, type PackedArtifact } from '../../src/share/artifact/packedArtifact.ts';
import { readProvenRows } from '../../src/share/artifact/readArtifact.ts';
import { writeArtifact } from '../../src/share/artifact/writeArtifact.ts';
import type { Answered } from '../../src/store/sideTables.ts';
import { logicalDigest } from '../../src/store/views.ts';
import { ViewStatistics } from '../../src/view/statistics.ts';
import { tempDir } from './tempRepo.ts';

const DIMENSIONS = 4;
const BLOBS = ['1'.repeat(40), '2'.repeat(40)];

/** An artifact of two files with two chunks each. */
export async function smallPacked(
  { text = true, names = BLOBS }: { text?: boolean; names?: readonly string[] } = {},
  commentary: readonly Answered[] = [],
): Promise<Buffer> {
  const { about, files, blobs, digest } = smallContent(text, names);
  const file = join(tempDir(), 'small.tar');
  await writeArtifact(file, {
    ...{ about, files, commentary, commits: [] },
    segment: (about, newKeeper) => makeSegment(about, () => Readable.from(blobs), newKeeper),
    digest: () => digest,
  });
  return readFileSync(file);
}

function smallContent(text: boolean, names: readonly string[]) {
  const statistics = new ViewStatistics(DIMENSIONS);
  const files = names.map((blob, at) => ({ path: `src/f${at}.py`, blob, language: 'python' }));
  const blobs = names.map((blob, at) => ({
    blob,
    language: 'python',
    rows: [0, 1].map((part) => {
      const chunk = chunkAt(at, part);
      const contentHash = contentHashOf(embedTextOf(chunk));
      const vector = Float32Array.of(0.5, -0.5, part / 2, at / 2);
      const chunkId = chunkIdOf(blob, 'python', chunk.startByte, chunk.endByte);
      statistics.add({ chunkId, contentHash, vector, searchText: '', tokens: 0 });
      return { ...chunk, contentHash, vector };
    }),
  }));
  const embedder = { id: 'hash', dimensions: DIMENSIONS, fingerprint: 'abc' };
  const about = {
    repository: 'https://example.com/a.git',
    commit: 'c'.repeat(40),
    tree: 'd'.repeat(40),
    embedder,
    chunker: { version: CHUNKER_VERSION, fingerprint: CHUNKER_FINGERPRINT },
    options: { include: [], exclude: [], maxFileSize: 1000, hash: 'e'.repeat(16) },
    text,
    counts: { files: 2, chunks: 4, bytes: 100 },
  };
  const digest = logicalDigest({ files, ...statistics.counts() }, embedder.fingerprint);
  const listed = { files, skipped: [{ path: 'logo.png', reason: 'media' as const }], failed: [] };
  return { about, files: listed, blobs, digest };
}

function chunkAt(file: number, part: number): Chunk {
  const text = `def f${file}${part}():\n    return ${part}\n`;
  const place = { startLine: 1 + 2 * part, endLine: 2 + 2 * part, startByte: 30 * part, endByte: 30 * part + 26 };
  return {
    kind: 'function',
    symbol: `f${file}${part}`,
    scope: ['Outer'],
    signature: `def f${file}${part}()`,
    nodeType: 'function_definition',
    redacted: '',
    frame: ':',
    ...place,
    part: 1,
    parts: 1,
    parentChunk: '',
    text,
    doc: '',
    defines: [{ name: `f${file}${part}`, kind: 'function', startLine: place.startLine, endLine: place.endLine }],
    references: [{ name: 'call', kind: 'call', from: 'client' }],
  };
}

export interface CraftedMember {
  name: string;
  content: Buffer;
}

export function takeApart(tar: Buffer): CraftedMember[] {
  const members: CraftedMember[] = [];
  for (let at = 0; tar[at] !== 0; ) {
    const name = tar.toString('latin1', at, tar.indexOf(0, at));
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 135), 8);
    members.push({ name, content: tar.subarray(at + 512, at + 512 + size) });
    at += 512 + size + paddingOf(size);
  }
  return members;
}

/** All that an artifact says, to look for words in. */
export function textOf(file: string): string {
  return takeApart(readFileSync(file))
    .map(({ name, content }) => {
      if (name.endsWith('.z')) return unpackedSegment(content);
      return name.endsWith('.gz') ? gunzipSync(content) : content;
    })
    .map((bytes) => bytes.toString('utf8'))
    .join('\n');
}

/** The plain bytes of a packed file: see packedRanges.ts. */
export function unpackedSegment(packed: Buffer): Buffer {
  const [block, blocks, size] = [packed.readUInt32LE(8), packed.readUInt32LE(12), packed.readDoubleLE(16)];
  let at = 28 + 4 * blocks;
  return Buffer.concat(
    Array.from({ length: blocks }, (_, number) => {
      const own = packed.subarray(at, at + packed.readUInt32LE(28 + 4 * number));
      at += own.length;
      return own.length === Math.min(block, size - number * block) ? own : inflateRawSync(own);
    }),
  );
}

/** Writes a tar archive that names its members truly, whatever they hold: only their content can give it away. */
export function putTogether(members: readonly CraftedMember[], correct = true): Buffer {
  const [manifest, ...rest] = members as [CraftedMember, ...CraftedMember[]];
  const parts = [correct ? { ...manifest, content: corrected(manifest.content, rest) } : manifest, ...rest];
  return Buffer.concat([...parts.flatMap(({ name, content }) => entry(name, content)), Buffer.alloc(1024)]);
}

export function entry(name: string, content: Buffer): Buffer[] {
  return [tarHeader(name, content.length), content, Buffer.alloc(paddingOf(content.length))];
}

function corrected(manifest: Buffer, members: readonly CraftedMember[]): Buffer {
  const value = parsed(manifest);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return manifest;
  const listed = members.map(({ name, content }) => ({
    name,
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }));
  return Buffer.from(JSON.stringify({ ...value, members: listed }));
}

function parsed(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Reads all of it, as `cora verify` does. */
export async function readAllPacked(bytes: Buffer): Promise<PackedArtifact> {
  const artifact = await openPackedArtifact(new MemoryRanges(bytes));
  await artifact.check();
  await artifact.commentary();
  await proveSegment(artifact, readProvenRows(artifact));
  return artifact;
}

/** Changes the rows or the vectors as one who knows the format: hashes, counts and digest are right again. */
export async function forged(
  tar: Buffer,
  change: (rows: Record<string, unknown[]>, vectors: Float32Array[]) => void,
): Promise<Buffer> {
  const artifact = await readAllPacked(tar);
  const { manifest, view: files } = artifact;
  const { dimensions, fingerprint } = manifest.embedder;
  const statistics = new ViewStatistics(dimensions);
  const changed: PackedBlob<RowWithVector>[] = [];
  for await (const block of readProvenRows(artifact)) {
    const rows = block.flatMap(({ rows }) => rows);
    const columns: Record<string, unknown[]> = {};
    for (const name of Object.keys(rows[0]!.chunk!))
      columns[name] = rows.map(({ chunk }) => chunk![name as keyof Chunk]);
    const vectors = rows.map(({ vector }) => vector);
    change(columns, vectors);
    let at = 0;
    for (const { blob, language, rows } of block) {
      const others = rows.map(({ contentHash }): RowWithVector => {
        const chunk = Object.fromEntries(
          Object.keys(columns).map((name) => [name, columns[name]![at]]),
        ) as never as Chunk;
        return { ...chunk, contentHash, vector: vectors[at++]! };
      });
      const { rows: checked } = checkedBlob({ blob, language, rows: others }, true);
      for (const row of checked) statistics.add({ ...row, searchText: '', tokens: 0 });
      changed.push({ blob, language, rows: checked.map(rowOfArtifact) });
    }
  }
  const view = { files: files.files, ...statistics.counts() };
  const { formatVersion: _, tool: __, members: ___, digest: ____, ...rest } = manifest;
  const { segment: _____, search: ______, ...about } = rest;
  const file = join(tempDir(), 'forged.tar');
  await writeArtifact(file, {
    about: { ...about, counts: { ...about.counts, chunks: view.chunks } },
    ...{ files, commentary: [], commits: [] },
    segment: (about, newKeeper) => makeSegment(about, () => Readable.from(changed), newKeeper),
    digest: () => logicalDigest(view, fingerprint),
  });
  return readFileSync(file);
}

/** Replaces the value at a place that the number chooses, anywhere in the JSON. */
export function replacedIn(value: unknown, choice: number, by: unknown): unknown {
  const places: (readonly (string | number)[])[] = [];
  const walk = (node: unknown, path: readonly (string | number)[]): void => {
    places.push(path);
    if (typeof node !== 'object' || node === null) return;
    for (const key of Object.keys(node)) walk((node as Record<string, unknown>)[key], [...path, key]);
  };
  walk(value, []);
  const path = places[Math.floor(choice * (places.length - 1))]!;
  if (path.length === 0) return by;
  const copy = structuredClone(value);
  let node = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) node = node[key] as Record<string | number, unknown>;
  node[path.at(-1)!] = by;
  return copy;
}
