/** NATS subjects and channels: the partition of a serial (0 to 15), commands, connections, results, notices. */

/** Number of partitions of the stream. It is part of every subject: changing it requires a stream with another name. */
export const PARTITIONS = 16;
/** Prefix of the subjects of device messages. */
const PREFIX = 'rep';

const FNV_OFFSET = 2_166_136_261;
const FNV_PRIME = 16_777_619;

/** Stands for the empty text, since a subject part must not be empty; it is not the encoding of any other text. */
const NOTHING = '_';
/** Encodes any text as a subject part, since subjects have reserved characters. */
export const subjectPart = (text: string): string => (text === '' ? NOTHING : Buffer.from(text).toString('base64url'));
const textOfPart = (part: string): string => Buffer.from(part, 'base64url').toString();

/** Returns the partition of a device, 0 to 15: the same on every instance (FNV-1a of the serial). */
export function partitionOf(serial: string): number {
  let hash = FNV_OFFSET;
  for (const byte of Buffer.from(serial)) hash = Math.imul(hash ^ byte, FNV_PRIME);
  return (hash >>> 0) % PARTITIONS;
}

/** Subjects of all partitions. */
export const ALL_SUBJECTS = `${PREFIX}.*`;
/** Returns the subject of one partition. */
export const subjectOfPartition = (partition: number): string => `${PREFIX}.${String(partition)}`;
/** Returns the partition of a device message of the topic `devices/<serial>/<kind>`. */
export const partitionOfTopic = (topic: string): number => partitionOf(topic.split('/')[1] ?? '');

/** Creates the subjects of messages about a single device, which are sent over core NATS. */
const channel = (name: string) => ({
  all: `${name}.*`,
  of: (serial: string) => `${name}.${subjectPart(serial)}`,
  serialOf: (subject: string) => textOfPart(subject.slice(name.length + 1)),
});

/** Requests to the gateway of a device, which subscribes to the commands of that device. */
export const commandChannel = channel('cmd');
/** Messages that a device has connected to a gateway, or must be disconnected: the other gateways end its connection. */
export const connectionChannel = channel('connected');
/** Command results, for the instance that waits for a result. The stream stores them. */
export const resultChannel = channel('results');
/** Notices to devices, for the gateway of the device. */
export const noticeChannel = channel('notices');
