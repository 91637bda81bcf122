import { expect, it } from 'vitest';
import { createFlightRecorder } from '#edge/recorder/flightRecorder';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import type { Recorder } from '#past/recorder/recorder';
import { keyframeOf } from '#state/keyframe';
import { reduceLog } from '#state/store';
import type { EventPayload, FleetEvent } from '#streams/event';
import { readBlock } from '#streams/recording/eventBlock';
import { eventsOf, reported, ticked, type TimedEvent } from '../state/eventsOf.ts';
import { recorderOn } from '../support/aRecorder.ts';

const openedBy = (username: string): EventPayload => ({
  kind: 'session.opened',
  profile: { username, email: `${username}@x.example`, groups: [], second_factor: true },
});
const closed: EventPayload = { kind: 'session.closed' };

/** The recorded events, with the seconds of their instants, and the devices of the keyframe before them. */
async function heldBy(recorder: Recorder): Promise<readonly string[]> {
  const held: string[] = [];
  for (const entry of await recorder.blocks()) {
    const bytes = await recorder.block(entry);
    const block = bytes === null ? null : readBlock(bytes, recordingCodec);
    const before = block?.keyframe?.reports.map(({ serial }) => serial) ?? [];
    if (before.length > 0) held.push(`keyframe with ${before.join(' ')}`);
    for (let index = 0; index < (block?.count ?? 0); index += 1)
      held.push(`${(block?.atOf(index) ?? NaN) / 1_000} ${block?.kindOf(index) ?? ''}`);
  }
  return held;
}

/** Records batches of a log; returns what was recorded for each sign-in. */
async function recordedOf(...batches: readonly (readonly FleetEvent[])[]): Promise<readonly (readonly string[])[]> {
  const recorders: Recorder[] = [];
  const newest = () => recorders.at(-1) ?? recorderOn();
  const flight = createFlightRecorder(() => ({
    ...recorderOn(),
    start: (begin) => {
      recorders.push(recorderOn());
      return newest().start(begin);
    },
    record: (part) => newest().record(part),
    connect: () => undefined,
  }));
  let state = reduceLog(undefined, []);
  for (const events of batches) {
    const before = state;
    flight.record(events, (count) => keyframeOf(reduceLog(before, events.slice(0, count))));
    state = reduceLog(before, events);
  }
  flight.flush();
  return Promise.all(recorders.map(heldBy));
}

const AN = eventsOf([0, openedBy('an')], [1, reported('LF-01', 1)]);
const batch = (...timed: readonly TimedEvent[]) => eventsOf(...timed).map((event) => ({ ...event, seq: event.seq + AN.length }));
const BO = ['3 session.opened', '4 device.stateReported'];

it.each<[string, readonly (readonly FleetEvent[])[], readonly (readonly string[])[]]>([
  [
    'after a sign-out',
    [batch([2, ticked], [3, closed], [3, openedBy('bo')], [4, reported('LF-02', 4)])],
    [['0 session.opened', '1 device.stateReported', '2 clock.ticked'], BO],
  ],
  [
    'after a sign-out, behind which nothing is recorded',
    [batch([2, closed], [2.5, ticked], [3, openedBy('bo')], [4, reported('LF-02', 4)])],
    [['0 session.opened', '1 device.stateReported'], BO],
  ],
  [
    'in place of the former one, with the state of then',
    [batch([2, ticked], [3, openedBy('bo')], [4, reported('LF-02', 4)])],
    [
      ['0 session.opened', '1 device.stateReported', '2 clock.ticked'],
      ['keyframe with LF-01', ...BO],
    ],
  ],
  [
    'and out again',
    [batch([2, closed], [3, openedBy('bo')], [4, reported('LF-02', 4)], [5, closed], [6, ticked])],
    [['0 session.opened', '1 device.stateReported'], BO],
  ],
])('[RECORDER21] in a batch in which another person signs in %s, each one records what is of the own sign-in', async (_, batches, held) => {
  expect(await recordedOf(AN, ...batches)).toEqual(held);
});
