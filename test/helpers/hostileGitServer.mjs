/**
 * A git server that is not one, on standard input and output, as ssh would give it: protocol version 0 by hand. What it does is its
 * first argument. https://git-scm.com/docs/pack-protocol
 */

import { createHash, randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';

const [what] = process.argv.slice(2);
const OID = '1'.repeat(40);
const out = process.stdout;
// A client that has gone ends it.
out.on('error', () => process.exit());

const packet = (data) => {
  const bytes = Buffer.from(data);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
};
const FLUSH = Buffer.from('0000');
const write = (bytes) => new Promise((resolve) => (out.write(bytes) ? resolve() : out.once('drain', resolve)));
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param symref what HEAD leads to */
async function advertise(symref, more = []) {
  const capabilities = `symref=HEAD:${symref} side-band-64k ofs-delta shallow agent=none/0`;
  const refs = [['HEAD', OID], [symref, OID], ...more];
  const [first, ...rest] = refs.map(([name, oid], at) =>
    packet(`${oid} ${name}${at === 0 ? `\0${capabilities}` : ''}\n`),
  );
  await write(Buffer.concat([first, ...rest, FLUSH]));
}

/** Ends only after git has answered: git that writes to a server that is gone is killed by SIGPIPE, now and then. */
async function advertiseAlone(symref, more) {
  await advertise(symref, more);
  await new Promise((resolve) => process.stdin.once('data', resolve).once('end', resolve));
  process.stdin.destroy();
}

/** Waits for `want … deepen 1 … done`, and says that the commit is the end of the history. */
async function negotiate() {
  let asked = '';
  process.stdin.setEncoding('latin1');
  for await (const text of process.stdin) {
    asked += text;
    if (asked.includes('deepen 1') && !asked.includes('done'))
      await write(Buffer.concat([packet(`shallow ${OID}`), FLUSH]));
    if (asked.includes('done')) return;
  }
}

const band = (number, bytes) => packet(Buffer.concat([Buffer.from([number]), bytes]));
async function sendPack(bytes) {
  for (let at = 0; at < bytes.length; at += 60_000) await write(band(1, bytes.subarray(at, at + 60_000)));
}

function packHeader(count) {
  const header = Buffer.alloc(12);
  header.write('PACK');
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(count, 8);
  return header;
}

/** Type and size of an object: four bits of the size, then seven for each byte. */
function objectHeader(type, size) {
  const bytes = [(type << 4) | (size & 15)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] |= 128;
    bytes.push(rest & 127);
  }
  return Buffer.from(bytes);
}

function varint(size) {
  const bytes = [];
  for (let rest = size; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 127) | 128);
  }
}

/** 16 MiB of nothing, and a delta that says it a thousand times over: 16 GiB out of some 25 kB. */
function bomb() {
  const base = Buffer.alloc(16 * 2 ** 20 - 1);
  const name = createHash('sha1').update(`blob ${base.length}\0`).update(base).digest();
  const copies = 1000;
  // Copy from 0, three bytes of length.
  const copy = Buffer.from([0x80 | 0x70, 0xff, 0xff, 0xff]);
  const delta = Buffer.concat([varint(base.length), varint(base.length * copies), ...Array(copies).fill(copy)]);
  const body = Buffer.concat([
    packHeader(2),
    objectHeader(3, base.length),
    deflateSync(base),
    objectHeader(7, delta.length),
    name,
    deflateSync(delta),
  ]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

const DOINGS = {
  'odd-branch': () => advertiseAlone('refs/heads/--upload-pack=x'),
  'dotted-branch': () => advertiseAlone('refs/heads/../../../hooks/x'),
  'control-branch': () => advertiseAlone('refs/heads/a\u001b]0;owned\u0007b'),
  'no-branch': () => advertiseAlone('refs/heads/main', [['refs/heads/main\n../x', OID]]),
  'endless-refs': async () => {
    await write(packet(`${OID} HEAD\0symref=HEAD:refs/heads/main side-band-64k shallow\n`));
    for (let at = 0; ; at++) await write(packet(`${OID} refs/heads/${at}-${'x'.repeat(200)}\n`));
  },
  'endless-pack': async () => {
    await advertise('refs/heads/main');
    await negotiate();
    await write(packet('NAK\n'));
    const object = () => {
      const content = randomBytes(50_000);
      return Buffer.concat([objectHeader(3, content.length), deflateSync(content)]);
    };
    await sendPack(packHeader(2 ** 20));
    for (;;) await sendPack(object());
  },
  'endless-words': async () => {
    await advertise('refs/heads/main');
    await negotiate();
    await write(packet('NAK\n'));
    for (let at = 0; ; at++, await pause(50)) await write(band(2, Buffer.from(`thinking ${at}\n`)));
  },
  bomb: async () => {
    await advertise('refs/heads/main');
    await negotiate();
    await write(packet('NAK\n'));
    await sendPack(bomb());
    await write(FLUSH);
  },
};

await DOINGS[what]();
