import type { Transform } from 'node:stream';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { type StreamReader, streamReader, TruncatedFile } from './byteReader.ts';
import { BAG_MAGIC, readBag } from './readBag.ts';
import { MCAP_MAGIC, readMcap } from './readMcap.ts';
import { type MessageReceiver, Unreadable } from './recordedMessage.ts';

/** Maximum number of compression layers of a recording. */
const MAX_LAYERS = 3;
const BEGINNING_BYTES = 16;

interface Format {
  /** The first bytes of a file, as Latin-1. */
  readonly beginning: string;
}
interface Compression extends Format {
  readonly open: () => Transform;
}
const compressions: readonly Compression[] = [
  { beginning: '\x1f\x8b', open: () => createGunzip() },
  { beginning: '\x28\xb5\x2f\xfd', open: () => createZstdDecompress() },
];

interface Recording extends Format {
  readonly name: string;
  readonly read: (reader: StreamReader, taker: MessageReceiver) => Promise<void>;
}
const recordings: readonly Recording[] = [
  { beginning: BAG_MAGIC, name: 'ROS 1 bag', read: readBag },
  { beginning: MCAP_MAGIC.toString('latin1'), name: 'MCAP', read: readMcap },
];

/** File formats of robots that this server does not read, each with the supported alternative. */
const others: readonly (Format & { readonly needs: string })[] = [
  { beginning: '#ROSBAG V1', needs: 'This is a bag of an old version: convert it with rosbag fix, or record MCAP' },
  {
    beginning: 'SQLite format 3',
    needs: 'This is a ROS 2 recording in SQLite: record it as MCAP (ros2 bag record -s mcap), or convert it',
  },
  { beginning: 'ULog', needs: 'This is a flight log (ULog): a ROS 1 bag or MCAP is read' },
  { beginning: 'PK', needs: 'This is a zip archive: send the recording itself, as it is or by gzip' },
];

/** The format of a file. */
export interface RecordingFormat {
  readonly format: string;
  /** Whether the file ends or becomes unreadable in the middle of a part; the messages before that were read. */
  readonly isCutOff: boolean;
}

/** Returns a reader of the decompressed bytes. The compression is detected by the first bytes of a stream, not by the file's name. */
async function unpacked(reader: StreamReader, layers = 0): Promise<StreamReader> {
  const beginning = (await reader.peek(BEGINNING_BYTES)).toString('latin1');
  const compression = compressions.find((one) => beginning.startsWith(one.beginning));
  if (compression === undefined || layers === MAX_LAYERS) return reader;
  const bytes = pipeline(Readable.from(reader.rest()), compression.open(), () => undefined);
  return unpacked(streamReader(bytes), layers + 1);
}

const unknown = 'This is no recording that is known here: a ROS 1 bag or MCAP is read';

async function openRecording(reader: StreamReader): Promise<Recording> {
  if (await reader.isAtEnd()) throw new Unreadable('The file is empty: send it again');
  const beginning = (await reader.peek(BEGINNING_BYTES)).toString('latin1');
  const recording = recordings.find((one) => beginning.startsWith(one.beginning));
  if (recording === undefined) throw new Unreadable(others.find((one) => beginning.startsWith(one.beginning))?.needs ?? unknown);
  await reader.skip(recording.beginning.length);
  return recording;
}

const unreadable = (error: unknown) => {
  if (error instanceof Unreadable) return error;
  return new Unreadable(
    error instanceof TruncatedFile ? 'The recording is cut off: send it again' : 'The recording is damaged: send it again',
  );
};

/**
 * Reads a recording while it arrives, of any length: decompresses it, detects its format by the first bytes, and emits its messages. Throws `Unreadable` for
 * another format, with a text for people about the supported ones; a damaged recording is read up to the damage. Failures of the source and of the receiver are
 * thrown unchanged.
 */
export async function readRecording(source: AsyncIterable<Uint8Array>, taker: MessageReceiver): Promise<RecordingFormat> {
  let messages = 0;
  const foreign: unknown[] = [];
  const given = async function* () {
    try {
      yield* source;
    } catch (error) {
      foreign.push(error);
      throw error;
    }
  };
  const counting: MessageReceiver = {
    ...taker,
    receive: async (topic, at, body) => {
      messages += 1;
      try {
        await taker.receive(topic, at, body);
      } catch (error) {
        foreign.push(error);
        throw error;
      }
    },
  };
  let format = '';
  try {
    const reader = await unpacked(streamReader(given()));
    const recording = await openRecording(reader);
    format = recording.name;
    await recording.read(reader, counting);
    return { format, isCutOff: false };
  } catch (error) {
    if (foreign.length > 0) throw foreign[0];
    if (messages > 0) return { format, isCutOff: true };
    throw unreadable(error);
  }
}
