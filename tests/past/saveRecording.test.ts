import { firstValueFrom, of } from 'rxjs';
import { expect, it } from 'vitest';
import { openFile } from '#app/replay/openedFile';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import type { RecordedBlocks } from '#past/recorder/recordedBlocks';
import { ownBlocks } from '#past/moments/moments';
import { writeRecording } from '#past/file/saveRecording';
import type { BookNote } from '#past/recorder/noteBook';
import { openRecording } from '#streams/recording/openRecording';
import { MAX_NOTES } from '#streams/recording/recordingInfo';
import { reduceLog } from '#state/store';
import { idleConsole } from '../support/idleConsole.ts';
import { aLog, recordedLog } from './recordedLog.ts';

const author = { state: reduceLog(undefined, []), config: idleConsole.config, note: '', writtenAt: 0 };

it.each([
  ['[SAVE1] a recording is named by its moment', -Infinity, /^1970-01-01-\d{6}\.orangery$/],
  ['[SAVE2] the name of a report begins with report-', 5_000, /^report-1970-01-01-\d{6}\.orangery$/],
])('%s', async (_, from, name) => {
  const { recorder } = recordedLog(aLog(10));
  const file = await writeRecording(ownBlocks(recorder, recordingCodec), { from, to: Infinity }, 10_000, author, recordingCodec);
  expect(file?.name).toMatch(name);
});

it('[NOTE7] [NOTE14] a saved recording has the notes from its first event to now, of which a server keeps those of every age', async () => {
  const bookmark = { id: 'b', isShared: false, author: null, mayRemove: true, isPending: false };
  const noteAt = (at: number, text: string): BookNote => ({ at, text, bookmark });
  const [begin, old] = [86_400_000, Array.from({ length: MAX_NOTES + 50 }, (_, index) => noteAt(index, 'Old'))];
  const within = [noteAt(begin + 5_000, 'Within'), noteAt(begin + 30_500, 'Now')];
  const { recorder } = recordedLog(aLog(30).map((event) => ({ ...event, at: event.at + begin })));
  const recorded = { ...ownBlocks(recorder, recordingCodec), notes: { notes$: of([...old, ...within, noteAt(begin + 900_000, 'Later')]) } };
  const file = await writeRecording(recorded, { from: -Infinity, to: Infinity }, 0, author, recordingCodec);
  const content = file?.content ?? new Uint8Array();
  const source = { length: content.length, read: async (from: number, to: number) => content.subarray(from, to) };
  expect((await openRecording(source, recordingCodec)).info.notes?.map(({ text }) => text)).toEqual(['Within', 'Now']);
  const { recorded: opened, to } = await openFile(new Blob([content]), file?.name ?? '');
  expect(await firstValueFrom(opened.notes?.notes$ ?? of([]))).toEqual([
    { at: begin + 5_000, text: 'Within' },
    { at: to, text: 'Now' },
  ]);
});

it('[CUT1] a recording of two visits, between which the clock was set back by an hour, is saved as a file that opens', async () => {
  const [ahead, back] = [3_600_000, 60_000].map((ms) =>
    ownBlocks(recordedLog(aLog(10).map((event) => ({ ...event, at: event.at + ms }))).recorder, recordingCodec),
  );
  if (ahead === undefined || back === undefined) throw new Error('no recording');
  const both: RecordedBlocks = {
    blocks: async () => [...(await ahead.blocks()), ...(await back.blocks())],
    block: async (reference) => (await ahead.block(reference)) ?? back.block(reference),
  };
  const file = await writeRecording(both, { from: -Infinity, to: Infinity }, 0, author, recordingCodec);
  const content = file?.content ?? new Uint8Array();
  const source = { length: content.length, read: async (from: number, to: number) => content.subarray(from, to) };
  const { blocks, damage } = await openRecording(source, recordingCodec);
  expect(blocks.map(({ firstAt }) => firstAt)).toEqual([60_000, 3_600_000]);
  expect(damage).toBeNull();
});
