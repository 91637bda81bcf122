import { firstValueFrom } from 'rxjs';
import { expect, it } from 'vitest';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { createMoments, ownBlocks } from '#past/moments/moments';
import { switchedRecorder } from '#app/recorder/recordingSwitch';
import { openMemory, type Memory } from '#edge/browserMemory';
import { memoryStore } from '#past/recorder/memoryStore';
import { keyframeOf } from '#state/keyframe';
import { selectProfile } from '#state/session';
import { reduceLog } from '#state/store';
import type { FleetEvent } from '#streams/event';
import { aMemory } from '../support/renderUi.tsx';
import { aRecorder } from '../support/aRecorder.ts';
import { aLog } from '../past/recordedLog.ts';

/** A recorder with a switch; `record` takes events one after the other, with their state. */
function aSwitch(memory: Pick<Memory, 'newest' | 'set'> = aMemory(), store = memoryStore()) {
  const recorder = switchedRecorder(aRecorder(store), memory);
  let state = reduceLog(undefined, []);
  const record = (events: readonly FleetEvent[]) => {
    for (const event of events) {
      const before = state;
      recorder.record([event], () => keyframeOf(before));
      state = reduceLog(before, [event]);
    }
  };
  return { recorder, record, memory, store };
}

const held = async ({ recorder }: ReturnType<typeof aSwitch>) => (await recorder.blocks()).reduce((sum, { count }) => sum + count, 0);

it('[RECORDER7] turned off, what is held is deleted, nothing more is recorded, and the timeline says so', async () => {
  const console = aSwitch();
  const events = aLog(10);
  console.record(events.slice(0, 20));
  expect(await held(console)).toBe(20);
  console.recorder.turn(false);
  console.record(events.slice(20));
  expect(await held(console)).toBe(0);
  expect([await console.store.blocks(), await console.store.pieces()]).toEqual([[], []]);
  expect(await firstValueFrom(console.recorder.status$)).toEqual({ from: null, problem: 'Recording is turned off.' });
});

it('[RECORDER7] the choice is kept for the next visit of this person, and what another one recorded is deleted all the same', async () => {
  const first = aSwitch();
  first.record(aLog(2));
  first.recorder.turn(false);
  expect(await held(first)).toBe(0);
  const other = aSwitch(first.memory, first.store);
  other.record(
    aLog(3).map((event) => (event.kind === 'session.opened' ? { ...event, profile: { ...event.profile, username: 'bo' } } : event)),
  );
  expect(await held(other)).toBe(10);
  const again = aSwitch(first.memory, first.store);
  again.record(aLog(2));
  expect(await firstValueFrom(again.recorder.isOn$)).toBe(false);
  expect(await held(again)).toBe(0);
});

it('[RECORDER8] turned on again, it records from then on, with who is signed in', async () => {
  const console = aSwitch();
  const events = aLog(10);
  console.record(events.slice(0, 10));
  console.recorder.turn(false);
  console.record(events.slice(10, 20));
  console.recorder.turn(true);
  console.record(events.slice(20));
  const moments = createMoments(ownBlocks(console.recorder, recordingCodec));
  const [begin, end] = [await moments.seek(0), await moments.seek(99_000)];
  expect(begin?.at).toBe(events[20]?.at);
  expect(end === null ? null : selectProfile(end.state)?.username).toBe('an');
  expect(end?.state.fleet).toEqual(reduceLog(undefined, events).fleet);
});

/** The events of a batch in which another person takes the place of the one who was signed in. */
const handOver = aLog(3).flatMap((event): readonly FleetEvent[] =>
  event.kind === 'session.opened'
    ? [
        { kind: 'session.closed', seq: 100, at: 20_000, source: 'session' },
        { ...event, profile: { ...event.profile, username: 'bo' }, seq: 101, at: 20_000 },
      ]
    : [{ ...event, seq: event.seq + 101, at: event.at + 20_000 }],
);

it.each([
  ['is off for the next one alone', 'recording.bo', 0, null],
  ['is off for the former one alone', 'recording.an', 10, 20_000],
])('[RECORDER21] [RECORDER7] where one person takes the place of another one within a batch, recording %s', async (_, key, count, from) => {
  const console = aSwitch(aMemory({ [key]: 'off' }));
  console.record(aLog(10));
  const before = reduceLog(undefined, aLog(10));
  console.recorder.record(handOver, (number) => keyframeOf(reduceLog(before, handOver.slice(0, number))));
  expect([await held(console), (await console.recorder.blocks())[0]?.firstAt ?? null]).toEqual([count, from]);
});

/** Returns the memories of two tabs of one browser. */
function twoTabs() {
  const stored = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  return [openMemory({ localStorage }), openMemory({ localStorage })] as const;
}

it('[RECORDER22] what another tab turns off and on again is followed here, also what was turned here before', async () => {
  const [own, other] = twoTabs();
  const console = aSwitch(own);
  const events = aLog(10);
  console.record(events.slice(0, 4));
  console.recorder.turn(false);
  console.recorder.turn(true);
  console.record(events.slice(4, 10));
  console.recorder.follow();
  // With the sign-in, with which a recording begins.
  expect(await held(console)).toBe(7);
  other.set('recording.an', 'off');
  console.recorder.follow();
  console.record(events.slice(10, 20));
  expect([await held(console), await console.store.owner()]).toEqual([0, '']);
  expect(await firstValueFrom(console.recorder.isOn$)).toBe(false);
  other.set('recording.an', 'on');
  console.recorder.follow();
  console.record(events.slice(20));
  expect((await console.recorder.blocks())[0]?.firstAt).toBe(events[20]?.at);
});

it.each([
  ['turned on in another tab', 'off', 'on'],
  ['turned off in another tab, and on again', 'on', 'off'],
])('[RECORDER22] in a tab where nobody is signed in no recording begins when it is %s', async (_, first, second) => {
  const console = aSwitch(aMemory({ 'recording.an': first }));
  const events = aLog(10);
  console.record(events.slice(0, 10));
  console.record([{ kind: 'session.closed', seq: 100, at: 20_000, source: 'session' }]);
  const before = await held(console);
  for (const choice of [second, 'on']) {
    console.memory.set('recording.an', choice);
    console.recorder.follow();
    console.record(events.slice(10).map((event) => ({ ...event, seq: event.seq + 100, at: event.at + 20_000 })));
  }
  expect([await held(console), await console.store.owner()]).toEqual([before, first === 'on' ? 'an' : '']);
});
