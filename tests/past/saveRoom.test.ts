import { of, VirtualTimeScheduler } from 'rxjs';
import { expect, it } from 'vitest';
import { openFile } from '#app/replay/openedFile';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { writeRoom } from '#past/file/saveRoom';
import { createHistoryDays } from '#past/history/historyDays';
import type { HistorySource } from '#past/history/historySource';
import { joinedBlocks } from '#past/history/joinedBlocks';
import type { Note } from '#past/recorder/blockStore';
import type { BookNote } from '#past/recorder/noteBook';
import { createMoments, ownBlocks } from '#past/moments/moments';
import { selectDevice } from '#state/fleet';
import { selectProfile } from '#state/session';
import { reduceLog } from '#state/store';
import { frameBlock } from '#streams/recording/blockFrame';
import { writeBlock } from '#streams/recording/eventBlock';
import { MAX_NOTE, MAX_NOTES } from '#streams/recording/recordingInfo';
import { eventsOf, reported, ticked, type TimedEvent } from '../state/eventsOf.ts';
import { idleConsole } from '../support/idleConsole.ts';
import { aLog, profile, recordedLog } from './recordedLog.ts';

const nobody = { username: '', email: '', groups: [], second_factor: true };
const BLOCK_MS = 30_000;

/** A server that holds two minutes in blocks of 30 s, with a report per second: the battery level is the second. */
const source: HistorySource = {
  index: async () => ({
    heldFrom: 0,
    blocks: [0, 1, 2, 3].map((index) => ({ from: index * BLOCK_MS, to: (index + 1) * BLOCK_MS })),
    density: new Map(),
    stepMs: BLOCK_MS,
    marks: [],
  }),
  block: async ({ from, to }) => {
    const seconds = Array.from({ length: (to - from) / 1_000 }, (_, index) => from / 1_000 + index);
    const events = eventsOf(
      [from / 1_000, { kind: 'session.opened', profile: nobody }],
      ...seconds.flatMap((second): readonly TimedEvent[] => [
        [second, reported('LF-01', second, { battery_level: second % 100 })],
        [second, ticked],
      ]),
    );
    const summary = { firstSeq: 0, count: events.length, firstAt: from, lastAt: events.at(-1)?.at ?? from };
    return frameBlock(writeBlock(null, events, recordingCodec), summary, recordingCodec);
  },
};

const state = reduceLog(undefined, eventsOf([200, { kind: 'session.opened', profile }]));
const author = { state, config: idleConsole.config, note: '', screen: '/device/detail?device_serial=LF-01', writtenAt: 200_000 };

function joined(log = eventsOf([200, { kind: 'session.opened', profile }], [201, ticked])) {
  const { recorder } = recordedLog(log);
  const days = createHistoryDays(source, new VirtualTimeScheduler());
  return joinedBlocks(ownBlocks(recorder, recordingCodec), { source, days, codec: recordingCodec, clock: new VirtualTimeScheduler() }).was;
}

it('[IROOM10] a room of the history is a file of its span, over the end of a block, in which its author is signed in', async () => {
  const file = await writeRoom(joined(), { from: 40_000, to: 75_000, notes: [] }, 60_000, author, recordingCodec);
  const opened = await openFile(new Blob([file?.content ?? '']), file?.name ?? '');
  expect([opened.from, opened.to]).toEqual([41_000, 75_000]);
  expect(opened.info).toMatchObject({ screen: author.screen, devices: 1, recordedBy: { username: profile.username } });
  const moments = createMoments(opened.recorded);
  for (const second of [41, 59, 60, 75]) {
    const moment = await moments.seek(second * 1_000);
    expect(moment === null ? null : selectDevice(moment.state, 'LF-01')?.state.battery_level).toBe(second);
    expect(moment === null ? null : selectProfile(moment.state)?.username).toBe(profile.username);
  }
});

it.each([
  ['behind', 600],
  ['ahead', -600],
])('[CLOCK7] where the console has its clock %s, the file of a room is the minute of the server, with its notes', async (_, offset) => {
  const begin = 10_000;
  const own = aLog(60).map((event) => ({ ...event, at: event.at + begin * 1_000 }));
  const at = (second: number) => (begin + second + offset) * 1_000;
  const room = { from: at(20), to: at(40), notes: [{ at: at(30), text: 'Bo: A box' }], offsetMs: offset * 1_000 };
  const file = await writeRoom(joined(own), room, at(30), author, recordingCodec);
  const opened = await openFile(new Blob([file?.content ?? '']), file?.name ?? '');
  // The own recording counts by the clock of the console.
  expect([opened.from, opened.to]).toEqual([(begin + 21) * 1_000, (begin + 40) * 1_000]);
  expect(opened.info.notes).toEqual([{ at: (begin + 30) * 1_000, text: 'Bo: A box' }]);
});

it('[CLOCK7] a room of the history counts by the clock of the server, whichever the console has', async () => {
  const room = { from: 40_000, to: 75_000, notes: [{ at: 60_000, text: 'Bo: A box' }], offsetMs: 600_000 };
  const file = await writeRoom(joined(), room, 60_000, author, recordingCodec);
  const opened = await openFile(new Blob([file?.content ?? '']), file?.name ?? '');
  expect([opened.from, opened.to]).toEqual([41_000, 75_000]);
  expect(opened.info.notes).toEqual([{ at: 60_000, text: 'Bo: A box' }]);
});

it('[IROOM10] a room that nobody holds is no file', async () => {
  expect(await writeRoom(joined(), { from: 500_000, to: 560_000, notes: [] }, 500_000, author, recordingCodec)).toBeNull();
});

it('[IROOM15] [NOTE11] the file of a room has its notes, the long ones in parts, and the own notes of its span', async () => {
  const ofServer = { id: 'b', isShared: true, mayRemove: false, isPending: false };
  const own: readonly BookNote[] = [
    { at: 30_000, text: 'Before' },
    { at: 60_000, text: 'Own', bookmark: { ...ofServer, author: null } },
    { at: 61_000, text: 'Shared', bookmark: { ...ofServer, author: 'Dee' } },
  ];
  const recorded = { ...joined(), notes: { notes$: of(own) } };
  const long = `An: ${'x'.repeat(MAX_NOTE)}`;
  const notes = [
    { at: 60_000, text: 'Bo: A box' },
    { at: 70_000, text: long },
    { at: 90_000, text: 'Bo: After' },
  ];
  const file = await writeRoom(recorded, { from: 40_000, to: 75_000, notes }, 60_000, author, recordingCodec);
  const opened = await openFile(new Blob([file?.content ?? '']), file?.name ?? '');
  expect(opened.info.notes).toEqual([
    { at: 60_000, text: 'Bo: A box' },
    { at: 60_001, text: 'Own' },
    { at: 61_000, text: 'Dee: Shared' },
    { at: 70_000, text: long.slice(0, MAX_NOTE) },
    { at: 70_001, text: long.slice(MAX_NOTE) },
  ]);
});

it('[IROOM15] a file has at most as many notes as a reader takes, those of the room first', async () => {
  const own = Array.from({ length: 10 }, (_, index): Note => ({ at: 60_500 + index, text: 'Own' }));
  const notes = Array.from({ length: MAX_NOTES - 5 }, (_, index) => ({ at: 60_000 + index, text: `Bo: ${index}` }));
  const recorded = { ...joined(), notes: { notes$: of(own) } };
  const file = await writeRoom(recorded, { from: 40_000, to: 75_000, notes }, 60_000, author, recordingCodec);
  const opened = await openFile(new Blob([file?.content ?? '']), file?.name ?? '');
  expect(opened.info.notes).toHaveLength(MAX_NOTES);
  expect(opened.info.notes?.filter(({ text }) => text === 'Own')).toHaveLength(4);
  expect(opened.info.notes?.at(-1)?.text).toBe(`6 notes left out: a file holds at most ${MAX_NOTES}, the own ones first.`);
});

it('[NOTE14] where a file takes not all notes, those of others are left out first, and it says how many', async () => {
  const shared = { id: 'b', isShared: true, mayRemove: false, isPending: false, author: 'Dee' };
  const others = Array.from({ length: MAX_NOTES }, (_, index): BookNote => ({ at: 50_000 + index, text: 'Shared', bookmark: shared }));
  const own = Array.from({ length: 3 }, (_, index): BookNote => ({ at: 60_000 + index, text: `Own ${index}` }));
  const notesOf = async (notes: readonly BookNote[]) => {
    const file = await writeRoom(
      { ...joined(), notes: { notes$: of(notes) } },
      { from: 40_000, to: 75_000, notes: [] },
      60_000,
      author,
      recordingCodec,
    );
    const { info } = await openFile(new Blob([file?.content ?? '']), file?.name ?? '');
    return info.notes?.map(({ text }) => text) ?? [];
  };
  const kept = await notesOf([...others, ...own]);
  expect(kept).toHaveLength(MAX_NOTES);
  const leftOut = `4 notes left out: a file holds at most ${MAX_NOTES}, the own ones first.`;
  expect(kept.slice(-4)).toEqual(['Own 0', 'Own 1', 'Own 2', leftOut]);
  expect(await notesOf(others)).toEqual(others.map(() => 'Dee: Shared'));
});
