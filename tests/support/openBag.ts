import { Bag } from '@foxglove/rosbag';

/** A decoded message of a bag, by the definition in the bag; `at` in ms since epoch. */
interface DecodedMessage {
  readonly topic: string;
  readonly at: number;
  readonly message: unknown;
}

/** Opens a bag by its header and index, like another program. Throws when these are invalid. */
export async function openBag(bytes: Buffer): Promise<Bag> {
  const bag = new Bag({ read: async (offset, length) => bytes.subarray(offset, offset + length), size: () => bytes.length });
  await bag.open();
  return bag;
}

/** Returns the messages of a bag, sorted by time. */
export async function bagMessages(bytes: Buffer): Promise<readonly DecodedMessage[]> {
  const found: DecodedMessage[] = [];
  for await (const { topic, timestamp, message } of (await openBag(bytes)).messageIterator())
    found.push({ topic, at: timestamp.sec * 1_000 + timestamp.nsec / 1e6, message });
  return found;
}
