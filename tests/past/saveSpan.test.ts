import { VirtualTimeScheduler } from 'rxjs';
import { expect, it } from 'vitest';
import { openFile } from '#app/replay/openedFile';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { writeSpan } from '#past/file/saveSpan';
import { createHistoryDays } from '#past/history/historyDays';
import type { HistorySource } from '#past/history/historySource';
import { joinedBlocks } from '#past/history/joinedBlocks';
import { ownBlocks } from '#past/moments/moments';
import { selectProfile } from '#state/session';
import { reduceLog } from '#state/store';
import { createMoments } from '#past/moments/moments';
import { frameBlock } from '#streams/recording/blockFrame';
import { writeBlock } from '#streams/recording/eventBlock';
import { eventsOf, reported, ticked } from '../state/eventsOf.ts';
import { idleConsole } from '../support/idleConsole.ts';
import { profile, recordedLog } from './recordedLog.ts';

const MINUTE = 60_000;
const nobody = { username: '', email: '', groups: [], second_factor: true };

/** A server that holds the minutes 1, 2 and 5, with a report at the begin of each; `damaged` is sent as bytes of no block. */
function opened({ damaged = -1 } = {}) {
  const asked: number[] = [];
  const source: HistorySource = {
    index: async () => ({
      heldFrom: MINUTE,
      blocks: [1, 2, 5].map((minute) => ({ from: minute * MINUTE, to: (minute + 1) * MINUTE })),
      density: new Map(),
      stepMs: MINUTE,
      marks: [],
    }),
    block: async ({ from }) => {
      asked.push(from / MINUTE);
      if (from / MINUTE === damaged) return new Uint8Array([1, 2, 3]);
      const second = from / 1_000;
      const events = eventsOf(
        [second, { kind: 'session.opened', profile: nobody }],
        [second, reported('LF-01', second, {})],
        [second, ticked],
      );
      const summary = { firstSeq: 0, count: events.length, firstAt: from, lastAt: from };
      return frameBlock(writeBlock(null, events, recordingCodec), summary, recordingCodec);
    },
  };
  const { recorder } = recordedLog(eventsOf([600, { kind: 'session.opened', profile }], [601, ticked]));
  const clock = new VirtualTimeScheduler();
  const { was: recorded } = joinedBlocks(ownBlocks(recorder, recordingCodec), {
    source,
    days: createHistoryDays(source, clock),
    codec: recordingCodec,
    clock,
  });
  const state = reduceLog(undefined, eventsOf([600, { kind: 'session.opened', profile }]));
  const author = { state, config: idleConsole.config, note: '', screen: '/', writtenAt: 700_000 };
  const progress: string[] = [];
  const save = (from: number, to: number, cancelledAfter = Infinity, offsetMs = 0) =>
    writeSpan(recorded, { from: from * MINUTE, to: to * MINUTE, offsetMs }, author, recordingCodec, {
      onProgress: (read, all) => progress.push(`${String(read)}/${String(all)}`),
      isCancelled: () => asked.length >= cancelledAfter,
    });
  return { asked, progress, save };
}

it('[SAVE3] a span that is half held is a file of what is held, which a replay opens as its author, and says how much that is', async () => {
  const { progress, save } = opened();
  const file = await save(0, 6);
  expect(progress).toEqual(['0/3', '1/3', '2/3']);
  expect(file?.heldMs).toBe(3 * MINUTE);
  const replay = await openFile(new Blob([file?.content ?? '']), file?.name ?? '');
  expect([replay.from, replay.to]).toEqual([MINUTE, 5 * MINUTE]);
  const moment = await createMoments(replay.recorded).seek(2 * MINUTE);
  expect(moment === null ? null : selectProfile(moment.state)?.username).toBe(profile.username);
});

it('[SAVE3] a span that is not held is no file, and one whose blocks cannot all be read neither', async () => {
  expect(await opened().save(3, 4)).toBeNull();
  await expect(opened({ damaged: 2 }).save(0, 6)).rejects.toThrow();
});

it('[SAVE3] a cancelled file reads no further block', async () => {
  const { asked, save } = opened();
  await expect(save(0, 6, 1)).rejects.toThrow('cancelled');
  expect(asked).toEqual([1]);
});

it('[SAVE3] [CLOCK14] where the clock of the console is an hour behind, the own recording of a span of the server is saved', async () => {
  const { save, asked } = opened();
  const file = await save(70, 71, Infinity, 60 * MINUTE);
  expect([file?.heldMs, asked]).toEqual([1_001, []]);
});
