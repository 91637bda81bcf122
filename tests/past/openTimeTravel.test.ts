import { NEVER, VirtualTimeScheduler } from 'rxjs';
import { expect, it } from 'vitest';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { openTimeTravel } from '#past/moments/openTimeTravel';
import { createLogStore } from '#state/store';
import { aLog, recordedLog } from './recordedLog.ts';

/** A console that cannot load the code of the past until `arrives` is called. */
function withoutCode() {
  let isAway = true;
  const asked = { count: 0 };
  const clock = new VirtualTimeScheduler(undefined, 0);
  const travel = openTimeTravel(
    {
      recorder: recordedLog(aLog(10)).recorder,
      codec: recordingCodec,
      sendIntent: () => undefined,
      liveStore: createLogStore({ devTools: false }),
      openHistory: async () => {
        asked.count += 1;
        if (isAway) throw new Error('away');
        return { index: () => Promise.reject(new Error('none')), block: () => Promise.reject(new Error('none')) };
      },
    },
    { clock, frame$: NEVER },
  );
  const arrives = () => {
    isAway = false;
  };
  /** Lets the clock run to an instant, in ms. */
  const runTo = (ms: number) => {
    clock.maxFrames = ms;
    clock.flush();
  };
  return { travel, arrives, asked, runTo };
}

it('[UNREAD3] after the code of the past could not be loaded, it is loaded when it is needed again, without a command', async () => {
  const { travel, arrives, asked } = withoutCode();
  await expect(travel.recorded()).rejects.toThrow('away');
  await expect(travel.stateAt(5_000)).rejects.toThrow('away');
  arrives();
  expect((await (await travel.recorded()).blocks()).length).toBeGreaterThan(0);
  expect(await travel.stateAt(5_000)).not.toBeNull();
  expect(asked.count).toBe(3);
});

it('[UNREAD3] an open timeline has its marks with the next attempt', async () => {
  const { travel, arrives, asked, runTo } = withoutCode();
  const seen: number[] = [];
  const failed: unknown[] = [];
  const subscription = travel.timeline$.subscribe({ next: ({ density }) => seen.push(density.size), error: (error) => failed.push(error) });
  runTo(0);
  await expect.poll(() => asked.count).toBe(1);
  await expect(travel.recorded()).rejects.toThrow('away');
  expect([seen, failed]).toEqual([[], []]);
  arrives();
  runTo(5_000);
  await expect.poll(() => seen.length).toBe(1);
  expect(failed).toEqual([]);
  subscription.unsubscribe();
});
