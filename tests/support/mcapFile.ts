import { type IWritable, McapWriter } from '@mcap/core';

interface WrittenMessage {
  readonly type: string;
  readonly encoding: string;
  readonly body: Uint8Array;
  /** Default: a topic of its own. */
  readonly topic?: string;
  /** In ms since epoch; default: in order, from `MCAP_AT` on. */
  readonly at?: number;
}

/** When the messages of a file begin, ms since epoch. */
export const MCAP_AT = Date.UTC(2026, 2, 4, 13, 0, 0, 250);

type Compress = (chunk: Uint8Array) => { compression: string; compressedData: Uint8Array };

/** Returns an MCAP file as the library of the format writes it, with an attachment. */
export async function mcapOf(messages: readonly WrittenMessage[], compress?: Compress): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  const file: IWritable = {
    position: () => BigInt(parts.reduce((sum, { length }) => sum + length, 0)),
    write: (bytes) => {
      parts.push(bytes.slice());
      return Promise.resolve();
    },
  };
  const writer = new McapWriter({ writable: file, chunkSize: 400, ...(compress === undefined ? {} : { compressChunk: compress }) });
  await writer.start({ profile: 'ros2', library: 'tests' });
  const channels = new Map<string, number>();
  for (const [index, { type, encoding, body, topic = `/t${index}`, at = MCAP_AT + index }] of messages.entries()) {
    let channelId = channels.get(topic);
    if (channelId === undefined) {
      const schemaId = await writer.registerSchema({ name: type, encoding: 'ros2msg', data: new Uint8Array() });
      channelId = await writer.registerChannel({ topic, schemaId, messageEncoding: encoding, metadata: new Map() });
      channels.set(topic, channelId);
    }
    const time = BigInt(at) * 1_000_000n;
    await writer.addMessage({ channelId, sequence: index, logTime: time, publishTime: time, data: body });
  }
  await writer.addAttachment({ name: 'a', mediaType: 'x', logTime: 0n, createTime: 0n, data: new Uint8Array(100_000) });
  await writer.end();
  return Buffer.concat(parts);
}
