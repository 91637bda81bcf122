import { firstValueFrom } from 'rxjs';
import { expect, it } from 'vitest';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { createMoments, ownBlocks } from '#past/moments/moments';
import { switchedRecorder } from '#app/recorder/recordingSwitch';
import { memoryStore } from '#past/recorder/memoryStore';
import { keyframeOf } from '#state/keyframe';
import { selectProfile } from '#state/session';
import { reduceLog } from '#state/store';
import type { FleetEvent } from '#streams/event';
import { aMemory } from '../support/renderUi.tsx';
import { aRecorder } from '../support/aRecorder.ts';
import { aLog } from '../past/recordedLog.ts';

/** A recorder with a switch; `record` takes events one after the other, with their state. */
function aSwitch(memory = aMemory(), store = memoryStore()) {
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
