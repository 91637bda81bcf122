import { expect, it } from 'vitest';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { ownBlocks } from '#past/moments/moments';
import { writeRecording } from '#past/file/saveRecording';
import { reduceLog } from '#state/store';
import { idleConsole } from '../support/idleConsole.ts';
import { aLog, recordedLog } from './recordedLog.ts';

it.each([
  ['[SAVE1] a recording is named by its moment', -Infinity, /^1970-01-01-\d{6}\.orangery$/],
  ['[SAVE2] the name of a report begins with report-', 5_000, /^report-1970-01-01-\d{6}\.orangery$/],
])('%s', async (_, from, name) => {
  const { recorder } = recordedLog(aLog(10));
  const author = { state: reduceLog(undefined, []), config: idleConsole.config, note: '', writtenAt: 0 };
  const file = await writeRecording(ownBlocks(recorder, recordingCodec), { from, to: Infinity }, 10_000, author, recordingCodec);
  expect(file?.name).toMatch(name);
});
