/** Maps log messages to lines: level, node, text, and location in the source code. */

import { Buffer } from 'node:buffer';
import { z } from '#contract/schema';
import type { RecordedTopic } from './recordedMessage.ts';
import { cdrFields, type FieldReader, protobufFields, ros1Fields } from './serialised.ts';

/** A log line of a recording; `at` in ms since epoch. `name` is the node that wrote the line, `source` the location in the node's source code. */
export interface LogLine {
  readonly at: number;
  readonly level: string;
  readonly name: string;
  readonly message: string;
  readonly source: string;
}

/** The words for levels, which are powers of two in ROS 1, multiples of ten in ROS 2, and consecutive numbers in Foxglove. */
const levels: Readonly<Record<'ros1' | 'ros2' | 'foxglove', Readonly<Record<number, string>>>> = {
  ros1: { 1: 'debug', 2: 'info', 4: 'warning', 8: 'error', 16: 'fatal' },
  ros2: { 10: 'debug', 20: 'info', 30: 'warning', 40: 'error', 50: 'fatal' },
  foxglove: { 1: 'debug', 2: 'info', 3: 'warning', 4: 'error', 5: 'fatal' },
};

const levelOf = (kind: keyof typeof levels, level: number): string => levels[kind][level] ?? `level ${level}`;
const sourceOf = (file: string, line: number, place = '') =>
  [file === '' ? '' : line === 0 ? file : `${file}:${line}`, place].filter((part) => part !== '').join(' ');

type ReadLog = (body: Buffer) => LogLine;

/** Reads the fields of `rosgraph_msgs/Log` and `rcl_interfaces/msg/Log` that follow their times. */
const rosLine = (fields: FieldReader, at: number, kind: 'ros1' | 'ros2'): LogLine => {
  const level = levelOf(kind, fields.u8());
  const [name, message, file, place] = [fields.text(), fields.text(), fields.text(), fields.text()];
  return { at, level, name, message, source: sourceOf(file, fields.u32(), place) };
};
const rosgraphLog: ReadLog = (body) => {
  const fields = ros1Fields(body);
  fields.u32();
  const at = fields.time();
  fields.text();
  return rosLine(fields, at, 'ros1');
};
const rclLog: ReadLog = (body) => {
  const fields = cdrFields(body);
  return rosLine(fields, fields.time(), 'ros2');
};
const foxgloveLog =
  (fieldsOf: (body: Buffer) => FieldReader): ReadLog =>
  (body) => {
    const fields = fieldsOf(body);
    const [at, level] = [fields.time(), levelOf('foxglove', fields.u8())];
    const [message, name, file] = [fields.text(), fields.text(), fields.text()];
    return { at, level, name, message, source: sourceOf(file, fields.u32()) };
  };

const foxgloveProtobuf: ReadLog = (body) => {
  const fields = protobufFields(body);
  const text = (field: number) => {
    const value = fields.get(field);
    return Buffer.isBuffer(value) ? value.toString('utf8') : '';
  };
  const number = (from: ReadonlyMap<number, bigint | Buffer>, field: number) => {
    const value = from.get(field);
    return typeof value === 'bigint' ? Number(value) : 0;
  };
  const stamp = fields.get(1);
  const time = Buffer.isBuffer(stamp) ? protobufFields(stamp) : new Map<number, bigint>();
  return {
    at: number(time, 1) * 1_000 + number(time, 2) / 1e6,
    level: levelOf('foxglove', number(fields, 2)),
    message: text(3),
    name: text(4),
    source: sourceOf(text(5), number(fields, 6)),
  };
};

const word = z.catch(z.string(), '');
const number = z.catch(z.coerce.number(), 0);
const jsonTime = z.catch(z.object({ sec: z.catch(z.number(), 0), nsec: z.optional(z.number()), nanosec: z.optional(z.number()) }), {
  sec: 0,
});
const jsonLog = z.object({
  timestamp: z.optional(jsonTime),
  stamp: z.optional(jsonTime),
  level: z.catch(z.union([z.number(), z.string()]), 0),
  name: word,
  message: word,
  msg: word,
  file: word,
  line: number,
});
const foxgloveJson: ReadLog = (body) => {
  const read = jsonLog.parse(JSON.parse(body.toString('utf8')));
  const { sec = 0, nsec = 0, nanosec = 0 } = read.timestamp ?? read.stamp ?? {};
  const level = typeof read.level === 'string' ? read.level.toLowerCase() : levelOf(read.level < 10 ? 'foxglove' : 'ros2', read.level);
  const message = read.message === '' ? read.msg : read.message;
  return { at: sec * 1_000 + (nsec + nanosec) / 1e6, level, name: read.name, message, source: sourceOf(read.file, read.line) };
};

/** The readers of log messages, by their type without `/msg`, and their encoding. */
const readers: Readonly<Record<string, Readonly<Record<string, ReadLog>>>> = {
  'rosgraph_msgs/Log': { ros1: rosgraphLog },
  'rcl_interfaces/Log': { cdr: rclLog, json: foxgloveJson },
  'foxglove_msgs/Log': { ros1: foxgloveLog(ros1Fields), cdr: foxgloveLog(cdrFields) },
  'foxglove.Log': { protobuf: foxgloveProtobuf, json: foxgloveJson },
};

const typeName = (type: string) => type.replace('/msg/', '/').replace('::msg::', '/').replace('::', '/');

/** Returns whether the messages of a topic are log lines, by their type. */
export const isLog = ({ type }: RecordedTopic): boolean => Object.hasOwn(readers, typeName(type));

/** Returns the log line of a message; null if it cannot be read. `at` is the time of recording, which is used for a line without its own time. */
export function readLogLine({ type, encoding }: RecordedTopic, at: number, body: Buffer): LogLine | null {
  const read = readers[typeName(type)]?.[encoding];
  if (read === undefined) return null;
  try {
    const line = read(body);
    return line.at > 0 ? line : { ...line, at };
  } catch {
    return null;
  }
}
