import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REQUEST_ID_HEADER } from '#contract/call';
import { getCommands, getStopImmediately } from '#contract/command';
import { getMachines } from '#contract/fleet/machine';
import { openStopSpool, type SpooledStop } from '#server/commands/stopSpool';
import { answerOf, ask } from '../support/client.ts';
import { staff } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { idleLeases, seededDatabase, startTestServer, testSettings } from '../support/testServer.ts';
import { until } from '../support/until.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'orangery-spool-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const errors: unknown[] = [];
const log = { error: (...words: unknown[]) => void errors.push(words) };
const aStop = (id: string, at: number): SpooledStop => ({
  id,
  serial: 'LF-0140-23',
  at,
  by: { username: 'an', name: 'An Verhoeven' },
  end: { status: 'done', text: null, at: at + 100 },
});

it('[STOP7] a stop in a file is read back whole, oldest first, until it is forgotten; a file that is half written or not a stop is left out', async () => {
  const own = path.join(folder, 'files');
  const spool = openStopSpool(own, log);
  expect(await spool.readLeftovers()).toEqual([]);
  await spool.store(aStop('second', 2_000));
  await spool.store(aStop('first', 1_000));
  await writeFile(path.join(own, 'a.json'), '{"id":"half');
  await writeFile(path.join(own, 'b.json'), '{"id":1}');
  await writeFile(path.join(own, 'c.json.new'), JSON.stringify(aStop('unfinished', 1)));
  expect(await openStopSpool(own, log).readLeftovers()).toEqual([aStop('first', 1_000), aStop('second', 2_000)]);
  await spool.forget(aStop('first', 1_000));
  await spool.forget(aStop('never kept', 1_000));
  expect(await spool.readLeftovers()).toEqual([aStop('second', 2_000)]);
  expect(errors).toEqual([]);
});

it('[STOP7] a folder that cannot be written holds up no stop', async () => {
  await writeFile(path.join(folder, 'a file'), '');
  await openStopSpool(path.join(folder, 'a file'), log).store(aStop('lost', 1));
  expect(errors).toHaveLength(1);
});

const DEVICE = 'LF-0140-23';

it('[STOP7] a stop that was answered while the database was away is stored at the next start, done and with its audit line', async () => {
  const databaseUrl = await seededDatabase();
  const settings = testSettings({ DATA_DIR: path.join(folder, 'data') });
  const first = await startTestServer(databaseUrl, undefined, { settings, hasCables: true });
  const token = first.identity.issue(staff, { username: 'an' });
  const device = await first.device(DEVICE);
  await device.obey();
  await until('connected', async () => DEVICE in (await answerOf(first.address, getMachines, { token })).result);
  first.databaseCable.cut();
  const stopped = await ask(first.address, getStopImmediately, {
    params: { serial: DEVICE },
    token,
    headers: { [REQUEST_ID_HEADER]: 'in-the-dark' },
  });
  expect(stopped).toMatchObject({ answer: { success: true } });
  const kept = () => readdir(path.join(folder, 'data', 'unstored-stops'));
  expect(await kept()).toHaveLength(1);
  // The database stays away until the process has ended, as it is after a kill: nothing of its memory is written.
  await first.close();
  expect(await kept()).toHaveLength(1);
  const second = await startTestServer(databaseUrl, undefined, { settings, leases: idleLeases });
  const { results } = await answerOf(second.address, getCommands, { params: { serial: DEVICE }, token: second.identity.issue(staff) });
  expect(results.find(({ id }) => id === 'in-the-dark')).toMatchObject({ status: 'done', given_by: 'an' });
  const database = openTestDatabase(databaseUrl);
  expect(await database.selectFrom('audit').select(['who', 'call']).where('request_id', '=', 'in-the-dark').execute()).toEqual([
    { who: 'an', call: getStopImmediately.name },
  ]);
  expect(await kept()).toEqual([]);
  await Promise.all([database.destroy(), second.close()]);
});
