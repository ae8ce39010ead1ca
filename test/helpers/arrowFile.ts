/**
 * An Arrow stream as an Arrow file. LanceDB's client sends streams with compressed batches, which apache-arrow 18 cannot read, and its
 * native functions take files: the messages stay as they are, and a footer says where they lie.
 */

import { type Message, MetadataVersion, type Schema } from 'apache-arrow';
import { FileBlock, Footer } from 'apache-arrow/ipc/metadata/file';
import { Message as MessageOf } from 'apache-arrow/ipc/metadata/message';

const MAGIC = Buffer.from('ARROW1');
const PADDING = Buffer.alloc(2);
const END = Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]);
/** Before each message: a mark and the length of what describes it. */
const PREFIX = 8;

export function arrowFile(stream: Buffer): { file: Buffer; batches: number } {
  const blocks: FileBlock[] = [];
  const start = MAGIC.length + PADDING.length;
  let schema: Schema | undefined;
  let at = 0;
  while (at + PREFIX <= stream.length && stream.readInt32LE(at + 4) !== 0) {
    const size = PREFIX + stream.readInt32LE(at + 4);
    const message = MessageOf.decode(stream.subarray(at + PREFIX, at + size)) as Message;
    const { bodyLength } = message;
    if (message.isSchema()) schema = message.header() as unknown as Schema;
    else blocks.push(new FileBlock(size, bodyLength, at + start));
    at += size + bodyLength;
  }
  const footer = Buffer.from(Footer.encode(new Footer(schema!, MetadataVersion.V5, blocks, [])));
  const length = Buffer.alloc(4);
  length.writeInt32LE(footer.length);
  const file = Buffer.concat([MAGIC, PADDING, stream.subarray(0, at), END, footer, length, MAGIC]);
  return { file, batches: blocks.length };
}
