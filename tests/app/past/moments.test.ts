import { expect, it } from 'vitest';
import { createMoments, ownBlocks, type Moment } from '#app/past/moments';
import { seededRandom } from '#domain/seededRandom';
import { keyframeOf } from '#state/keyframe';
import { reduceLog } from '#state/store';
import type { FleetEvent } from '#streams/event';
import { aRecorder } from '../../support/aRecorder.ts';
import { aLog, canonical, recordedLog } from './recordedLog.ts';

it('[PAST1] at 200 instants in any order the state is the one that was live', async () => {
  const events = aLog(300);
  const { recorder, states } = recordedLog(events);
  const moments = createMoments(ownBlocks(recorder));
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
  const moments = createMoments(ownBlocks(recorder));
  expect(canonical((await moments.seek(-5_000))?.state)).toBe(canonical(states[0]));
  expect(canonical((await moments.seek(99_000))?.state)).toBe(canonical(states.at(-1)));
  expect(await createMoments(ownBlocks(recordedLog([]).recorder)).seek(0)).toBeNull();
});

it('[PAST1] the first moment is the sign-in, though the log begins before it; the sign-out is no moment', async () => {
  const [opened, ...others] = aLog(3);
  const before: FleetEvent = { kind: 'page.offline', seq: 0, at: 0, source: 'log' };
  const events = [before, opened, ...others, { kind: 'session.closed' } as const].flatMap((event, seq) =>
    event === undefined ? [] : [{ at: 3_000, source: 'session', ...event, seq }],
  );
  const recorder = aRecorder();
  recorder.record(events, () => keyframeOf(reduceLog(undefined, [])));
  const moments = createMoments(ownBlocks(recorder));
  const first = await moments.seek(-1);
  expect([first?.count, first?.state.session.profile?.username]).toEqual([2, 'an']);
  expect(first === null ? null : (await moments.step(first, -1)).count).toBe(2);
  expect((await moments.seek(99_000))?.state.session.profile?.username).toBe('an');
});

it('[PAST4] steps go through every event, forward and back, and end at the ends of the recording', async () => {
  const events = aLog(4);
  const { recorder, states } = recordedLog(events);
  const moments = createMoments(ownBlocks(recorder));
  let moment: Moment | null = await moments.seek(0);
  const forward: string[] = [];
  for (let index = 0; index < events.length + 2 && moment !== null; index += 1) {
    forward.push(canonical(moment.state));
    moment = await moments.step(moment, 1);
  }
  expect(forward.slice(0, events.length)).toEqual(states.map(canonical));
  expect(forward.slice(-2)).toEqual([canonical(states.at(-1)), canonical(states.at(-1))]);
  const back: string[] = [];
  for (let index = 0; index < events.length + 1 && moment !== null; index += 1) {
    back.push(canonical(moment.state));
    moment = await moments.step(moment, -1);
  }
  expect(back).toEqual([...states.map(canonical).toReversed(), canonical(states[0])]);
});

it('[SEEK1] moving before the end of what was read asks the recorder for nothing, until the recording is deleted', async () => {
  const events = aLog(300);
  const { recorder, states } = recordedLog(events);
  const asked: string[] = [];
  const own = ownBlocks(recorder);
  const moments = createMoments({
    ...own,
    blocks: () => {
      asked.push('blocks');
      return own.blocks();
    },
    block: (id) => {
      asked.push('block');
      return own.block(id);
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

it('[SEEK1] a block that was sealed after it was listed is listed again', async () => {
  const events = aLog(300);
  const { recorder, states } = recordedLog(events);
  const own = ownBlocks(recorder);
  let isSealed = false;
  const moments = createMoments({
    ...own,
    // As if the open block had become the next one before it was read.
    block: async (id) => {
      const block = await own.block(id);
      const isOther = !isSealed && block !== null;
      isSealed = true;
      return isOther ? { ...block, atOf: (index: number) => block.atOf(index) + 1, countUntil: () => 1 } : block;
    },
  });
  const last = events.findLastIndex((event) => event.at <= 100_000);
  expect(canonical((await moments.seek(100_000))?.state)).toBe(canonical(states[last]));
});
