/** Opens a recording file and checks its blocks as the console does; prints its description, and its events as lines of JSON. */

import { readFile } from 'node:fs/promises';
import { dataSizeText } from '#domain/text/dataSize';
import { dateTimeText } from '#domain/text/dates';
import { durationText } from '#domain/text/duration';
import type { TimeSpan } from '#domain/text/timeUnits';
import { checkedBlock } from '#past/file/checkedBlock';
import { HISTORY_SOURCE } from '#streams/event';
import type { EventBlock } from '#streams/recording/eventBlock';
import { openRecording, type Recording } from '#streams/recording/openRecording';
import type { PlacedBlock } from '#streams/recording/recordingFile';
import { nodeCodec } from './nodeCodec.ts';

/** A recording that was opened in a terminal; its blocks are checked as the console checks a foreign file. */
export interface RecordedSession extends Recording {
  readonly size: number;
}

/** Opens a recording. Rejects with `DamagedRecording` for bytes that are not a recording. */
export async function openRecordedSession(bytes: Uint8Array): Promise<RecordedSession> {
  const recording = await openRecording({ length: bytes.length, read: async (from, to) => bytes.slice(from, to) }, nodeCodec);
  return { ...recording, size: bytes.length, block: async (placed) => checkedBlock(await recording.block(placed)) };
}

/** Opens a file. */
export const readRecordedSession = async (file: string): Promise<RecordedSession> => openRecordedSession(await readFile(file));

/** Returns whether a block directly follows the previous one in the same log. */
export const isNext = (before: PlacedBlock, after: PlacedBlock): boolean => before.firstSeq + before.count === after.firstSeq;

/** Maximum time between two adjoining blocks of the server's history, in ms: the clock of a block ticks each second. */
const HISTORY_TICK_MS = 1_000;

const isOfHistory = async (session: RecordedSession, placed: PlacedBlock): Promise<boolean> =>
  (await session.block(placed)).eventAt(0).source === HISTORY_SOURCE;

/**
 * Returns whether a block continues the previous one: either as the next block of the same log or, in the server's history, where each block is a log of its
 * own, as the block that adjoins it in time.
 */
async function continues(session: RecordedSession, before: PlacedBlock, after: PlacedBlock): Promise<boolean> {
  if (isNext(before, after)) return true;
  const gap = after.firstAt - before.lastAt;
  return gap >= 0 && gap <= HISTORY_TICK_MS && (await isOfHistory(session, before)) && isOfHistory(session, after);
}

/**
 * Returns whether the events of a recording form one log that can be folded: false for a recording of several visits of the console, each of which begins with
 * its own state.
 */
export async function isOneVisit(session: RecordedSession): Promise<boolean> {
  const { blocks } = session;
  for (const [index, block] of blocks.entries()) {
    const before = blocks[index - 1];
    if (before !== undefined && !(await continues(session, before, block))) return false;
  }
  return true;
}

/** Returns the span of a recording, in ms since epoch. If the clock was set back between two visits, the last block does not necessarily end last. */
export const spanOf = ({ blocks }: Pick<RecordedSession, 'blocks'>): TimeSpan => ({
  from: blocks[0]?.firstAt ?? 0,
  to: Math.max(0, ...blocks.map(({ lastAt }) => lastAt)),
});

/** Yields the blocks in order, one in memory at a time. */
export async function* blocksOf({ blocks, block }: RecordedSession): AsyncGenerator<EventBlock> {
  for (const placed of blocks) yield await block(placed);
}

/** Yields each event of a recording as a line of JSON, in order. */
export async function* toNdjson(session: RecordedSession): AsyncGenerator<string> {
  for await (const block of blocksOf(session)) {
    for (let index = 0; index < block.count; index += 1) yield `${JSON.stringify(block.eventAt(index))}\n`;
  }
}

/** Describes a recording, one line per fact. */
export function infoLines(session: RecordedSession): readonly string[] {
  const { info, blocks, damage, size } = session;
  const { from, to } = spanOf(session);
  const { recordedBy, site, note, devices } = info;
  return [
    `recorded by  ${recordedBy.name} (${recordedBy.username}, ${recordedBy.role || 'no role'}), ${site.company}`,
    `from, to     ${dateTimeText(from)} to ${dateTimeText(to)}, ${durationText((to - from) / 1_000)}`,
    `devices      ${String(devices)}`,
    `events       ${String(blocks.reduce((sum, { count }) => sum + count, 0))}`,
    `blocks       ${String(blocks.length)}, ${dataSizeText(size)}`,
    `console      ${site.product} ${site.version}`,
    ...(note === '' ? [] : [`note         ${note.replaceAll('\n', ' ')}`]),
    ...(damage === null ? [] : [`damage       ${damage}`]),
  ];
}
