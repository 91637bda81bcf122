import { expect, it } from 'vitest';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { createMoments, ownBlocks, type Moment, type Moments } from '#past/moments/moments';
import { seededRandom } from '#domain/random/seededRandom';
import { keyframeOf } from '#state/keyframe';
import type { RecordedBlocks } from '#past/recorder/recordedBlocks';
import { reduceLog } from '#state/store';
import type { FleetEvent } from '#streams/event';
import { readBlock, writeBlock } from '#streams/recording/eventBlock';
import { aRecorder } from '../support/aRecorder.ts';
import { eventsOf, reported } from '../state/eventsOf.ts';
import { aLog, canonical, profile, recordedLog } from './recordedLog.ts';

it('[PAST1] at 200 instants in any order the state is the one that was live', async () => {
  const events = aLog(300);
  const { recorder, states } = recordedLog(events);
  const moments = createMoments(ownBlocks(recorder, recordingCodec));
  const random = seededRandom(3);
  for (let round = 0; round < 200; round += 1) {
    const at = Math.floor(random() * 300_000);
    const last = events.findLastIndex((event) => event.at <= at);
    const moment = await moments.seek(at);
    expect(canonical(moment?.state)).toBe(canonical(states[last]));
  }
});

it('[PAST1] before the recording its first moment is shown, after it the last one, and nothing while there is none', async () => {
  const events = aLog(3);
  const { recorder, states } = recordedLog(events);
  const moments = createMoments(ownBlocks(recorder, recordingCodec));
  expect(canonical((await moments.seek(-5_000))?.state)).toBe(canonical(states[0]));
  expect(canonical((await moments.seek(99_000))?.state)).toBe(canonical(states.at(-1)));
  expect(await createMoments(ownBlocks(recordedLog([]).recorder, recordingCodec)).seek(0)).toBeNull();
});

it('[PAST1] the first moment is the sign-in, though the log begins before it; the sign-out is no moment', async () => {
  const [opened, ...others] = aLog(3);
  const before: FleetEvent = { kind: 'page.offline', seq: 0, at: 0, source: 'log' };
  const events = [before, opened, ...others, { kind: 'session.closed' } as const].flatMap((event, seq) =>
    event === undefined ? [] : [{ at: 3_000, source: 'session', ...event, seq }],
  );
  const recorder = aRecorder();
  recorder.record(events, () => keyframeOf(reduceLog(undefined, [])));
  const held = events.slice(0, -1);
  // A file may begin before the sign-in.
  const file: RecordedBlocks = {
    blocks: async () => [{ id: 0, log: '0', firstSeq: 0, count: held.length, firstAt: 0, lastAt: 3_000 }],
    block: async () => readBlock(writeBlock(null, held, recordingCodec), recordingCodec),
  };
  const first = await createMoments(file).seek(-1);
  expect([first?.count, first?.state.session.profile?.username]).toEqual([2, 'an']);
  expect(first === null ? null : (await createMoments(file).step(first, -1)).count).toBe(2);
  const moments = createMoments(ownBlocks(recorder, recordingCodec));
  expect((await moments.seek(99_000))?.state.session.profile?.username).toBe('an');
});

/** The instants that are shown after steps, until one that changes nothing. */
async function steps(moments: Moments, from: Moment | null, by: 1 | -1): Promise<readonly Moment[]> {
  if (from === null) return [];
  const next = await moments.step(from, by);
  return next.at === from.at ? [from] : [from, ...(await steps(moments, next, by))];
}
const atOf = ({ at }: Moment) => at;
const stateOf = ({ state }: Moment) => canonical(state);

it('[PAST4] a step goes to the next instant with an event, with all its events, and ends at the ends of the recording', async () => {
  const events = aLog(4);
  const { recorder, states } = recordedLog(events);
  const moments = createMoments(ownBlocks(recorder, recordingCodec));
  const instants = [0, 1_000, 2_000, 3_000, 4_000];
  const wanted = instants.map((at) => canonical(states[events.findLastIndex((event) => event.at === at)]));
  const forward = await steps(moments, await moments.seek(0), 1);
  expect([forward.map(atOf), forward.map(stateOf)]).toEqual([instants, wanted]);
  const back = await steps(moments, forward.at(-1) ?? null, -1);
  expect([back.map(atOf), back.map(stateOf)]).toEqual([instants.toReversed(), wanted.toReversed()]);
});

it.each([
  [2_400, [2_000, 3_000]],
  // Behind an instant by less than is shown: a step back to it would show the same.
  [2_000.5, [1_000, 3_000]],
])('[PAST4] a step from %d, between two instants, goes to the one that is shown beside it', async (at, beside) => {
  const moments = createMoments(ownBlocks(recordedLog(aLog(4)).recorder, recordingCodec));
  const between = await moments.seek(at);
  if (between === null) throw new Error('Nothing is recorded.');
  expect([await moments.step(between, -1), await moments.step(between, 1)].map(atOf)).toEqual(beside);
});

it.each([
  ['after the reports of its instant, its own tick', 2_000, 2_000],
  ['between two ticks, the next one', 2_400, 3_000],
  ['behind the last tick, the instant', 4_300, 4_300],
  ['before a tick that is not due, the instant', 4_200, 4_200],
])('[PAST22] every screen shows the events: %s', async (_, at, wanted) => {
  const late = eventsOf([4.3, reported('LF-01', 4.3, { battery_level: 5 })]);
  const hidden = at === 4_200 ? eventsOf([60, { kind: 'clock.ticked' }, 'log']) : [];
  const events = [...aLog(4), ...late, ...hidden].map((event, seq) => ({ ...event, seq }));
  const { recorder, states } = recordedLog(events);
  const moment = await createMoments(ownBlocks(recorder, recordingCodec)).shown(at);
  expect(moment?.at).toBe(wanted);
  expect(canonical(moment?.state)).toBe(canonical(states[events.findLastIndex((event) => event.at <= wanted)]));
});

it('[PAST22] the tick that shows what happened may be the first event of the next block', async () => {
  const recorder = aRecorder();
  const events = aLog(2);
  const tick = events.at(-1);
  const moments = createMoments(ownBlocks(recorder, recordingCodec));
  recorder.record(events.slice(0, -1), () => keyframeOf(reduceLog(undefined, [])));
  expect((await moments.shown(2_000))?.at).toBe(2_000);
  recorder.record(tick === undefined ? [] : [{ ...tick, at: 2_600 }], () => keyframeOf(reduceLog(undefined, events.slice(0, -1))));
  expect((await moments.shown(2_000))?.at).toBe(2_600);
});

it('[PAST4] a step goes over the end of a block, also of one that ends within an instant', async () => {
  const seconds = [0, 1, ...Array.from({ length: 30 }, (_, minute) => (minute + 1) * 60), 1_801, 1_802];
  const events = eventsOf(
    [0, { kind: 'session.opened', profile }, 'session'],
    ...seconds.flatMap((second) => ['LF-01', 'LF-02', 'LF-03'].map((serial) => [second, reported(serial, second)] as const)),
  );
  const { recorder, states } = recordedLog(events);
  // A block ends with the first event after half an hour.
  expect((await recorder.blocks()).map(({ firstAt, lastAt }) => [firstAt, lastAt])).toEqual([
    [0, 1_800_000],
    [1_800_000, 1_802_000],
  ]);
  const moments = createMoments(ownBlocks(recorder, recordingCodec));
  const instants = seconds.map((second) => second * 1_000);
  const forward = await steps(moments, await moments.seek(0), 1);
  expect(forward.map(atOf)).toEqual(instants);
  expect(forward.map(stateOf)).toEqual(instants.map((at) => canonical(states[events.findLastIndex((event) => event.at === at)])));
  expect((await steps(moments, forward.at(-1) ?? null, -1)).map(atOf)).toEqual(instants.toReversed());
});

it('[SEEK1] moving before the end of what was read asks the recorder for nothing, until the recording is deleted', async () => {
  const events = aLog(300);
  const { recorder, states } = recordedLog(events);
  const asked: string[] = [];
  const own = ownBlocks(recorder, recordingCodec);
  const moments = createMoments({
    ...own,
    blocks: () => {
      asked.push('blocks');
      return own.blocks();
    },
    block: (reference) => {
      asked.push('block');
      return own.block(reference);
    },
  });
  await moments.seek(250_000);
  expect(asked).toEqual(['blocks', 'block']);
  for (let at = 1_000; at < 250_000; at += 7_001) {
    const last = events.findLastIndex((event) => event.at <= at);
    expect(canonical((await moments.seek(at))?.state)).toBe(canonical(states[last]));
  }
  expect(asked).toEqual(['blocks', 'block']);
  recorder.clear();
  await recorder.blocks();
  expect(await moments.seek(100_000)).toBeNull();
});
