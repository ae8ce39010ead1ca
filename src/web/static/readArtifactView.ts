/** DEV: replaced when format 2 lands */
import type { EmbedderInfo } from '../../base/types.ts';
import { SegmentReader } from '../../engine/segment.ts';
import type { ByteRanges } from '../../engine/segmentFile.ts';
import { viewOfRecord } from '../../view/viewOfRecord.ts';
import type { CallerView } from '../../view/callerView.ts';

class Part implements ByteRanges {
  readonly size: number; readonly whole: ByteRanges; readonly from: number;
  constructor(whole: ByteRanges, from: number, size: number) { this.whole = whole; this.from = from; this.size = size; }
  read(o: number, l: number) { return this.whole.read(this.from + o, l); }
  readMany(r: readonly (readonly [number, number])[]) { return this.whole.readMany(r.map(([o, l]) => [this.from + o, l])); }
  readInto(o: number, t: Uint8Array) { return this.whole.readInto(this.from + o, t); }
  close() {}
}
export async function readArtifactView(ranges: ByteRanges): Promise<{ view: CallerView; segment: SegmentReader; embedder: EmbedderInfo }> {
  const head = await ranges.read(0, 8);
  const n = new DataView(head.buffer).getUint32(0, true);
  const json = JSON.parse(new TextDecoder().decode(await ranges.read(8, n)));
  const from = Math.ceil((8 + n) / 8) * 8;
  const record = { ...json.view, hashes: Uint32Array.from(json.view.hashes), counts: Uint32Array.from(json.view.counts), vectorSum: Float64Array.from(json.view.vectorSum), rowsDigest: Uint32Array.from(json.view.rowsDigest) };
  const segment = await SegmentReader.open(new Part(ranges, from, ranges.size - from));
  return { view: viewOfRecord(record), segment, embedder: json.embedder };
}
