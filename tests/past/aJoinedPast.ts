import { VirtualTimeScheduler } from 'rxjs';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { createHistoryDays } from '#past/history/historyDays';
import type { HistorySource } from '#past/history/historySource';
import { joinedBlocks } from '#past/history/joinedBlocks';
import { ownBlocks } from '#past/moments/moments';
import type { RecordedBlocks } from '#past/recorder/recordedBlocks';
import type { FleetEvent } from '#streams/event';
import { frameBlock } from '#streams/recording/blockFrame';
import { writeBlock } from '#streams/recording/eventBlock';
import { eventsOf, reported, ticked, type TimedEvent } from '../state/eventsOf.ts';
import { profile, recordedLog } from './recordedLog.ts';

const MINUTE = 60_000;

/** A server that holds these minutes, with a report per second: the battery level is the second of the minute. */
const holding = (minutes: readonly number[]): HistorySource => ({
  index: async () => ({
    heldFrom: 0,
    blocks: minutes.map((minute) => ({ from: minute * MINUTE, to: (minute + 1) * MINUTE })),
    density: new Map(),
    stepMs: MINUTE,
    marks: [],
  }),
  block: async ({ from, to }) => {
    const seconds = Array.from({ length: (to - from) / 1_000 }, (_, index) => from / 1_000 + index);
    const events = eventsOf(
      [from / 1_000, { kind: 'session.opened', profile: { ...profile, username: '' } }],
      ...seconds.flatMap((second): readonly TimedEvent[] => [
        [second, reported('LF-01', second, { battery_level: second % 60 })],
        [second, ticked],
      ]),
    );
    const summary = { firstSeq: 0, count: events.length, firstAt: from, lastAt: events.at(-1)?.at ?? from };
    return frameBlock(writeBlock(null, events, recordingCodec), summary, recordingCodec);
  },
});

/** The past of a console that recorded `own`, and whose server holds minutes. */
export function aJoinedPast(own: readonly FleetEvent[], minutes: readonly number[]): RecordedBlocks {
  const clock = new VirtualTimeScheduler();
  const source = holding(minutes);
  const days = createHistoryDays(source, clock);
  return joinedBlocks(ownBlocks(recordedLog(own).recorder, recordingCodec), { source, days, codec: recordingCodec, clock }).was;
}
