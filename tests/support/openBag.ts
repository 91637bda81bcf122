import { Bag } from '@foxglove/rosbag';

/** A message of a bag, decoded by the definition that stands in the bag; `at` in ms since epoch. */
interface DecodedMessage {
  readonly topic: string;
  readonly at: number;
  readonly message: unknown;
}

/** Opens a bag as another program does: by its header and its index. Throws where these do not lead to it. */
export async function openBag(bytes: Buffer): Promise<Bag> {
  const bag = new Bag({ read: async (offset, length) => bytes.subarray(offset, offset + length), size: () => bytes.length });
  await bag.open();
  return bag;
}

/** The messages of a bag in the order of their times. */
export async function bagMessages(bytes: Buffer): Promise<readonly DecodedMessage[]> {
  const found: DecodedMessage[] = [];
  for await (const { topic, timestamp, message } of (await openBag(bytes)).messageIterator())
    found.push({ topic, at: timestamp.sec * 1_000 + timestamp.nsec / 1e6, message });
  return found;
}
