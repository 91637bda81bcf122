import { expect, it } from 'vitest';
import { openFile } from '#app/replay/openedFile';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { writeReport } from '#past/file/saveReport';
import { reduceLog } from '#state/store';
import { eventsOf } from '../state/eventsOf.ts';
import { idleConsole } from '../support/idleConsole.ts';
import { aJoinedPast } from './aJoinedPast.ts';
import { aLog, profile } from './recordedLog.ts';

const MINUTE = 60_000;
const OWN = 20 * MINUTE;
const state = reduceLog(undefined, eventsOf([0, { kind: 'session.opened', profile }]));
const author = { state, config: idleConsole.config, note: 'A stop', screen: '/fleet/state', writtenAt: OWN + MINUTE };
const own = aLog(60).map((event) => ({ ...event, at: event.at + OWN }));

async function reported(at: number, minutes: readonly number[]) {
  const file = await writeReport(aJoinedPast(own, minutes), at, author, recordingCodec);
  return file === null ? null : openFile(new Blob([file.content]), file.name);
}

it('[SAVE5] a report of a moment of the history is its five minutes, in which its author is signed in, with the note', async () => {
  const report = await reported(10 * MINUTE + 30_000, [4, 5, 6, 7, 8, 9, 10, 11]);
  expect(report?.name).toMatch(/^report-/);
  expect([report?.from, report?.to]).toEqual([5 * MINUTE + 31_000, 10 * MINUTE + 30_000]);
  expect(report?.info).toMatchObject({ note: 'A stop', recordedBy: { username: profile.username } });
});

it('[SAVE5] a report of a moment of the own recording is of that, also where it is shorter, and the server holds these minutes', async () => {
  const report = await reported(OWN + 30_000, [15, 16, 17, 18, 19, 20]);
  expect([report?.from, report?.to]).toEqual([OWN, OWN + 30_000]);
});

it('[SAVE5] minutes that neither holds are no report', async () => {
  expect(await reported(10 * MINUTE, [1, 2, 15])).toBeNull();
});
