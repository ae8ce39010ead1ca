/** Reads a zip file of which every member is whole: enough of the format to look at what was uploaded. */

import { inflateRawSync } from 'node:zlib';

const MEMBER = 0x02014b50;
const END = 0x06054b50;

/** @returns content by name */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const members = new Map<string, Buffer>();
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end === -1 || zip.readUInt32LE(end) !== END) throw new Error('no zip file');
  for (let at = zip.readUInt32LE(end + 16); zip.readUInt32LE(at) === MEMBER; ) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const local = zip.readUInt32LE(at + 42);
    const data = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(data, data + size);
    members.set(zip.toString('utf8', at + 46, at + 46 + name), method === 0 ? content : inflateRawSync(content));
    at += 46 + name + extra + comment;
  }
  return members;
}
