import { recordingCodec } from '#edge/bytes/recordingCodec';
import { MINUTE_MS } from '#domain/text/timeUnits';
import type { HistorySource } from '#past/history/historySource';
import { frameBlock } from '#streams/recording/blockFrame';
import { writeBlock } from '#streams/recording/eventBlock';
import { eventsOf, reported, ticked } from '../state/eventsOf.ts';
import { profile } from '../past/recordedLog.ts';

/** The begin of the history. */
export const FROM = -10 * MINUTE_MS;
/** An instant of the history, in ms since epoch. */
export const IN_HISTORY = FROM + 4 * MINUTE_MS + 1_000;
const second = FROM / 1_000;
const log = eventsOf(
  [
    second,
    {
      kind: 'history.known',
      late: [{ serial: 'LF-01', reports: [[FROM + 4 * MINUTE_MS, FROM + 8 * MINUTE_MS]] }],
      without: [10],
      instead: [],
    },
    'history',
  ],
  [second, { kind: 'session.opened', profile }, 'history'],
  ...Array.from({ length: 10 }, (_, minute) => [
    [second + minute * 60, reported('LF-01', second + minute * 60, { battery_level: minute })] as const,
    [second + minute * 60, ticked] as const,
  ]).flat(),
);
const summary = { firstSeq: 0, count: log.length, firstAt: FROM, lastAt: log.at(-1)?.at ?? 0 };
/** Ten minutes of the server's history before the own recording; the report of the fourth minute arrived in the eighth. */
export const historyOfTenMinutes: HistorySource = {
  index: async () => ({ heldFrom: FROM, blocks: [{ from: FROM, to: 0 }], density: new Map(), stepMs: MINUTE_MS, marks: [] }),
  block: async () => frameBlock(writeBlock(null, log, recordingCodec), summary, recordingCodec),
};
