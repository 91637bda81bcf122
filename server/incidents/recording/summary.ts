/** The summary of a recording that the worker thread returns (format, topics, times, counts), and its log lines. */

import { z } from '#contract/schema';

const recordedTopic = z.object({ topic: z.string(), type: z.string(), messages: z.number() });

/** The summary of a recording that was read; times in ms since epoch, null if there are no messages. */
export const recordingSummary = z.object({
  format: z.string(),
  isCutOff: z.boolean(),
  messages: z.number(),
  firstAt: z.nullable(z.number()),
  lastAt: z.nullable(z.number()),
  topics: z.array(recordedTopic),
  /** The numbers of log lines in the recording, of stored lines, and of unreadable lines. */
  logLines: z.number(),
  keptLines: z.number(),
  unreadLines: z.number(),
});
/** The summary of a recording that was read. */
export type RecordingSummary = z.infer<typeof recordingSummary>;

const logLine = z.object({ at: z.number(), level: z.string(), name: z.string(), message: z.string(), source: z.string() });
/** Log lines of a recording, in the order of the file. */
export const logLines = z.array(logLine);
