/** Encodes and decodes a history block: many reported states, sorted by device, in the columns of recordings, deflated. */

import { Buffer } from 'node:buffer';
import { promisify } from 'node:util';
import { deflate, deflateSync, inflateSync } from 'node:zlib';
import { byteReader, byteWriter, DamagedRecording, writePart } from '#streams/recording/bytes';
import { numberColumn, readNumberColumn } from '#streams/recording/numberColumn';
import { textTable } from '#streams/recording/texts';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import { utf8 } from '../utf8.ts';
import { decodeVersion1 } from './blockVersion1.ts';
import type { KeptReport } from './keptReport.ts';
import { parsedTexts, readStates, stateWriter } from './stateColumns.ts';

/**
 * The first byte of a block; the rest is in zlib's format, which ends with a checksum. A block of version 1 has no such byte, and never begins with this value:
 * its first byte holds a part of the code for `{`.
 */
const VERSION = 2;
/** The first byte of a block with late reports: like version 2, with an additional column of arrivals. */
const VERSION_WITH_LATE = 3;

/**
 * The deflate dictionary: names and words that most blocks contain, as the JSON with which a block begins; it makes a block of one report a fifth shorter. Part
 * of the format: a block cannot be read with another dictionary.
 */
const dictionary = Buffer.from(
  JSON.stringify(
    `implement_sideshift implement_implement_type_left implement_implement_left implement_imp_state_left implement_error_code implement_functional
    implement_state rp_state di_state controller_since controller_name waiting_for_task executing_task in_lane uv_treatment current_velocity current_pose_theta
    current_pose_y current_pose_x current_node controller battery_level error_code current_task current_state`.split(/\s+/),
  ),
);

const inOrder = (reports: readonly KeptReport[]): readonly KeptReport[] =>
  reports.toSorted((a, b) => (a.serial === b.serial ? a.receivedAt - b.receivedAt : a.serial < b.serial ? -1 : 1));

/** Collects the reports of a block, sorted by device, and returns its content before it is deflated. */
function blockWriter(sorted: readonly KeptReport[]) {
  const texts = textTable();
  // Serials that are adjacent and numbered in order take the fewest bytes.
  for (const { serial } of sorted) texts.numberOf(serial);
  const [receivedAts, delays, sequences, states] = [numberColumn(), numberColumn(), numberColumn(), stateWriter(texts)];
  const arrivals = sorted.some(({ arrivedAt }) => arrivedAt !== undefined) ? numberColumn() : null;
  return {
    push: (report: KeptReport) => {
      receivedAts.push(0, report.receivedAt);
      // The offset of a device's clock hardly changes from report to report.
      delays.push(0, report.receivedAt - report.deviceTime);
      sequences.push(0, report.sequence);
      states.push(report);
      arrivals?.push(0, report.arrivedAt ?? NaN);
    },
    content: () => {
      const body = byteWriter(sorted.length * 16 + 256);
      body.varint(sorted.length);
      for (const column of [receivedAts, delays, sequences, ...(arrivals === null ? [] : [arrivals]), states]) column.write(body);
      const content = byteWriter(body.length() + 1024);
      writePart(content, utf8.encode(JSON.stringify(texts.texts)));
      content.bytes(body.done());
      return content.done();
    },
    blockOf: (deflated: Buffer) => Buffer.concat([Buffer.of(arrivals === null ? VERSION : VERSION_WITH_LATE), deflated]),
  };
}

/** Encodes reports column by column, sorted by device, because successive values of a device differ little. */
export function encodeBlock(reports: readonly KeptReport[]): Buffer {
  const sorted = inOrder(reports);
  const { push, content, blockOf } = blockWriter(sorted);
  for (const report of sorted) push(report);
  return blockOf(deflateSync(content(), { dictionary }));
}

const deflated = promisify(deflate);

/** Encodes like `encodeBlock`, with the same bytes, in short turns of the thread. Source: LOOP3. */
export async function encodeInTurns(reports: readonly KeptReport[]): Promise<Buffer> {
  const sorted = inOrder(reports);
  const { push, content, blockOf } = blockWriter(sorted);
  await mapInTurns(sorted, push);
  return blockOf(await deflated(content(), { dictionary }));
}

function decodeColumns(bytes: Buffer, isWanted: (serial: string) => boolean): KeptReport[] {
  const content = inflateSync(bytes.subarray(1), { dictionary });
  const from = byteReader(content);
  const texts = parsedTexts(utf8.decode(from.bytes(from.varint())));
  const count = from.varint();
  if (count > content.length) throw new DamagedRecording('The block counts more reports than it has bytes.');
  const numbers = () => readNumberColumn(from, new Int32Array(count), 1);
  const [receivedAts, delays, sequences] = [numbers(), numbers(), numbers()];
  const arrivals = bytes[0] === VERSION_WITH_LATE ? numbers() : null;
  const reports: KeptReport[] = [];
  for (const [row, entry] of readStates(from, texts, count, isWanted).entries()) {
    if (entry === null) continue;
    const receivedAt = receivedAts[row] ?? NaN;
    const { serial, state } = entry;
    const arrivedAt = arrivals?.[row] ?? NaN;
    reports.push({
      serial,
      receivedAt,
      ...(Number.isNaN(arrivedAt) ? {} : { arrivedAt }),
      deviceTime: receivedAt - (delays[row] ?? NaN),
      sequence: sequences[row] ?? NaN,
      state,
    });
  }
  return reports;
}

/**
 * Decodes a block of `encodeBlock`, or of version 1; the reports are sorted by serial, then by time. Reports of unwanted devices take about a third of the
 * time. Throws for bytes that are not a block.
 */
export function decodeBlock(bytes: Buffer, isWanted: (serial: string) => boolean = () => true): KeptReport[] {
  try {
    return bytes[0] === VERSION || bytes[0] === VERSION_WITH_LATE
      ? decodeColumns(bytes, isWanted)
      : decodeVersion1(bytes).filter(({ serial }) => isWanted(serial));
  } catch (error) {
    throw new Error('A block of the history is damaged.', { cause: error });
  }
}

/** Decodes like `decodeBlock`, but returns null for bytes that are not a block, so one damaged block does not hold up the others. Source: SEALED9. */
export function decodeReadable(bytes: Buffer, isWanted?: (serial: string) => boolean): KeptReport[] | null {
  try {
    return decodeBlock(bytes, isWanted);
  } catch {
    return null;
  }
}
