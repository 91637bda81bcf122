/** The ROS message types in a bag, and their serialisation: pose, time, log. */

import { Buffer } from 'node:buffer';

/** A ROS message type; readers compare `md5sum`, the checksum of the definition. */
interface RosType {
  readonly type: string;
  readonly md5sum: string;
  readonly definition: string;
}

/** The message types in a bag. Source: ROS 1, std_msgs, geometry_msgs and rosgraph_msgs. */
export const rosTypes = {
  text: { type: 'std_msgs/String', md5sum: '992ce8a1687cec8c8bd883ec73ca41d1', definition: 'string data\n' },
  pose: {
    type: 'geometry_msgs/Pose2D',
    md5sum: '938fa65709584ad8e77d238529be13b8',
    definition: 'float64 x\nfloat64 y\nfloat64 theta\n',
  },
  log: {
    type: 'rosgraph_msgs/Log',
    md5sum: 'acffd30cd6b6de30f120938c17c593fb',
    definition: [
      'byte DEBUG=1\nbyte INFO=2\nbyte WARN=4\nbyte ERROR=8\nbyte FATAL=16',
      'Header header\nbyte level\nstring name\nstring msg\nstring file\nstring function\nuint32 line\nstring[] topics',
      `\n${'='.repeat(80)}`,
      'MSG: std_msgs/Header\nuint32 seq\ntime stamp\nstring frame_id\n',
    ].join('\n'),
  },
} as const satisfies Record<string, RosType>;

/** ROS log levels. */
const levels: Readonly<Record<string, number>> = { info: 2, success: 2, warning: 4, error: 8, fatal: 16 };

/** Serialises an instant (ms since epoch) as ROS time: seconds and nanoseconds. */
export function rosTime(atMs: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(Math.floor(atMs / 1_000), 0);
  bytes.writeUInt32LE(Math.round((atMs % 1_000) * 1e6), 4);
  return bytes;
}

const number = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** Serialises a text, prefixed with its length in bytes. */
export function rosText(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  return Buffer.concat([number(bytes.length), bytes]);
}

/** Serialises a `geometry_msgs/Pose2D`, in metres and radians. */
export function rosPose(x: number, y: number, theta: number): Buffer {
  const bytes = Buffer.alloc(24);
  for (const [index, value] of [x, y, theta].entries()) bytes.writeDoubleLE(value, index * 8);
  return bytes;
}

interface LogLine {
  readonly at: number;
  readonly level: string;
  readonly name: string;
  readonly message: string;
}

/** Serialises a `rosgraph_msgs/Log` without a source location. */
export function rosLog({ at, level, name, message }: LogLine): Buffer {
  const none = rosText('');
  const header = [number(0), rosTime(at), none];
  return Buffer.concat([...header, Buffer.from([levels[level] ?? 2]), rosText(name), rosText(message), none, none, number(0), number(0)]);
}
