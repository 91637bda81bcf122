/** Collects the content of a recording: counts the messages of its topics, and emits its log lines in batches. */

import { Buffer } from 'node:buffer';
import { isLog, type LogLine, readLogLine } from './logLine.ts';
import { readRecording } from './readRecording.ts';
import type { RecordedTopic } from './recordedMessage.ts';
import type { RecordingSummary } from './summary.ts';

/** Maximum number of topics that are listed; messages of further topics are only counted in total. */
const MAX_TOPICS = 1_000;
/** Maximum number of stored log lines of a recording, and of the characters in all of them; further lines are only counted. */
export const MAX_LINES = 100_000;
const MAX_LINE_CHARACTERS = 32 * 1024 * 1024;
/** Maximum number of stored characters of one text of a line. */
const MAX_TEXT = 8_000;
/** Number of lines or characters of a batch. */
const BATCH = { lines: 500, characters: 131_072 } as const;

// The database cannot store NUL characters or lone surrogates.
const storable = (text: string): string => {
  const cut = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
  return Buffer.from(cut.replaceAll('\u0000', '')).toString();
};

/** Creates the collector of log lines, which emits them in batches. */
function lineBatches(emit: (lines: readonly LogLine[]) => Promise<void>) {
  let batch: LogLine[] = [];
  let [kept, characters, inBatch] = [0, 0, 0];
  const flush = async () => {
    const given = batch;
    [batch, inBatch] = [[], 0];
    if (given.length > 0) await emit(given);
  };
  return {
    kept: () => kept,
    flush,
    add: async (read: LogLine) => {
      const { at, level, name, message, source } = read;
      const line = { at, level: storable(level), name: storable(name), message: storable(message), source: storable(source) };
      const length = line.name.length + line.message.length + line.source.length;
      if (kept >= MAX_LINES || characters + length > MAX_LINE_CHARACTERS) return;
      [kept, characters, inBatch] = [kept + 1, characters + length, inBatch + length];
      batch.push(line);
      if (batch.length >= BATCH.lines || inBatch >= BATCH.characters) await flush();
    },
  };
}

/**
 * Reads a recording and returns its summary. If `emit` is not null, the log lines of the recording are emitted in batches. Log topics are recognised by their
 * message type, not by their name.
 */
export async function collectRecording(
  source: AsyncIterable<Uint8Array>,
  emit: ((lines: readonly LogLine[]) => Promise<void>) | null,
): Promise<RecordingSummary> {
  const counts = new Map<string, { readonly topic: RecordedTopic; messages: number }>();
  const lines = lineBatches(emit ?? (() => Promise.resolve()));
  let [messages, logLines, unreadLines] = [0, 0, 0];
  let firstAt: number | null = null;
  let lastAt: number | null = null;
  const noteTopic = (topic: RecordedTopic) => {
    const key = JSON.stringify([topic.topic, topic.type]);
    const known = counts.get(key);
    if (known !== undefined) known.messages += 1;
    else if (counts.size < MAX_TOPICS) counts.set(key, { topic, messages: 1 });
  };
  const facts = await readRecording(source, {
    wants: (topic) => emit !== null && isLog(topic),
    receive: async (topic, at, body) => {
      messages += 1;
      if (at > 0) [firstAt, lastAt] = [Math.min(firstAt ?? at, at), Math.max(lastAt ?? at, at)];
      noteTopic(topic);
      if (!isLog(topic)) return;
      logLines += 1;
      const line = body === null ? null : readLogLine(topic, at, body);
      if (line !== null) await lines.add(line);
      else if (body !== null) unreadLines += 1;
    },
  });
  await lines.flush();
  const topics = [...counts.values()].map(({ topic: { topic, type }, messages: count }) => ({
    topic: storable(topic),
    type: storable(type),
    messages: count,
  }));
  return { ...facts, messages, firstAt, lastAt, topics, logLines, keptLines: lines.kept(), unreadLines };
}
