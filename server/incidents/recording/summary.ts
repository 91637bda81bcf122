import { z } from '#contract/schema';

const recordedTopic = z.object({ topic: z.string(), type: z.string(), messages: z.number() });

/** What is known of a recording after it was read; times in ms since epoch, null without messages. */
export const recordingSummary = z.object({
  format: z.string(),
  isCutOff: z.boolean(),
  messages: z.number(),
  firstAt: z.nullable(z.number()),
  lastAt: z.nullable(z.number()),
  topics: z.array(recordedTopic),
  /** Log lines in the recording, those that are kept, and those that cannot be read. */
  logLines: z.number(),
  keptLines: z.number(),
  unreadLines: z.number(),
});
/** What is known of a recording after it was read. */
export type RecordingSummary = z.infer<typeof recordingSummary>;

const logLine = z.object({ at: z.number(), level: z.string(), name: z.string(), message: z.string(), source: z.string() });
/** Log lines of a recording, in the order of the file. */
export const logLines = z.array(logLine);
