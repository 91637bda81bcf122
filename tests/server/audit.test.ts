import { spawnSync } from 'node:child_process';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { getReleaseControl, getStopImmediately, getTakeControl } from '#contract/command';
import { postAssociateCode } from '#contract/identity';
import { getMachines } from '#contract/fleet/machine';
import { createAudit } from '#server/platform/audit/audit';
import { verifyChain } from '#server/platform/audit/verifyChain';
import { openDatabase } from '#server/platform/database/openDatabase';
import { answerOf, ask } from '../support/client.ts';
import { staff, userOf, withServer } from '../support/contractServer.ts';
import { startTestServer } from '../support/testServer.ts';
import { until } from '../support/until.ts';

const server = withServer();
const serial = 'LF-0140-23';
const params = { serial };
const opened: ReturnType<typeof openDatabase>[] = [];
const open = (url: string) => {
  const one = openDatabase(url);
  opened.push(one);
  return one;
};
afterAll(() => Promise.all(opened.map((one) => one.destroy())));

let own: ReturnType<typeof openDatabase> | undefined;
const database = () => (own ??= open(server.it().databaseUrl));

const lines = () => database().selectFrom('audit').selectAll().orderBy('id').execute();
const line = (call: string) => ({
  at: 1_772_629_500_000,
  who: 'an',
  role: 'system_admin',
  call,
  params: { b: '2', a: '1' },
  requestId: 'r',
  status: 200,
});

it('[AUDIT1] [AUDIT4] whoever was answered stands in the record with the outcome, and no body does', async () => {
  const { address, identity } = server.it();
  const an = identity.issue(staff, { username: 'an' });
  const device = await server.it().device(serial);
  await device.obey();
  await until('connected', async () => serial in (await answerOf(address, getMachines, { token: an })).result);
  const before = (await lines()).length;
  const bo = identity.issue(userOf('de-linde'), { username: 'bo' });
  await ask(address, getTakeControl, { params, token: an, headers: { 'x-request-id': 'click-1' } });
  await ask(address, getReleaseControl, { params, token: bo });
  await ask(address, getTakeControl, { params: { serial: 'DV-0105' }, token: bo });
  await ask(address, getTakeControl, { params: { serial: 'a\u202E b\0c' }, token: bo });
  await ask(address, postAssociateCode, { token: an, body: { device_name: 'phone', code: '987654' } });
  await ask(address, getTakeControl, { params, token: 'forged' });
  await ask(address, getMachines, { token: an });
  const added = (await lines()).slice(before);
  expect(added.map(({ who, role, call, params: output, status }) => [who, role, call, output, status])).toEqual([
    ['an', 'system_admin', getTakeControl.name, { serial }, 200],
    ['bo', 'organisation_user', getReleaseControl.name, { serial }, 409],
    ['bo', 'organisation_user', getTakeControl.name, { serial: 'DV-0105' }, 404],
    ['bo', 'organisation_user', getTakeControl.name, { serial: 'a\u202E b\uFFFDc' }, 400],
    ['an', 'system_admin', postAssociateCode.name, {}, 200],
  ]);
  expect(added[0]?.request_id).toBe('click-1');
  expect(added[1]?.request_id).toMatch(/^[\da-f-]{36}$/);
  expect(JSON.stringify(added)).not.toMatch(/987654|phone/);
  await ask(address, getStopImmediately, { params, token: bo });
  await until('the stop is written behind', async () => (await lines()).at(-1)?.call === getStopImmediately.name);
});

it('[AUDIT3] many writers of several instances make one chain', async () => {
  const { databaseUrl } = server.it();
  const before = (await lines()).length;
  const audits = [open(databaseUrl), open(databaseUrl)].map(createAudit);
  await Promise.all(audits.flatMap((audit) => Array.from({ length: 100 }, (_, index) => audit.append(line(`call ${index}`)))));
  expect(await verifyChain(database())).toEqual({ isWhole: true, lines: before + 200 });
});

let record: Promise<string> | undefined;

/** The address of a record with six lines. */
async function sixLines(): Promise<string> {
  const url = await server.databases().migrated();
  const kept = open(url);
  const audit = createAudit(kept);
  for (let index = 1; index <= 6; index += 1) await audit.append(line(`call ${index}`));
  expect(await verifyChain(kept)).toEqual({ isWhole: true, lines: 6 });
  return url;
}

it.each([
  ['a changed name', 3, `update audit set who = 'bo' where id = 3`],
  ['a changed outcome', 1, `update audit set status = 403 where id = 1`],
  ['a changed parameter', 5, `update audit set params = '{"a": "1", "b": "3"}' where id = 5`],
  ['a moved instant', 2, `update audit set at = at + interval '1 ms' where id = 2`],
  ['a line taken out', 4, `delete from audit where id = 4`],
  ['the last line taken out', 6, `delete from audit where id = 6`],
  ['a line put behind', 7, `insert into audit select 7, at, who, role, call, params, request_id, status, hash from audit where id = 6`],
  [
    'two lines exchanged',
    2,
    `update audit set id = case id when 2 then -3 else -2 end where id in (2, 3); update audit set id = -id where id < 0`,
  ],
])('[AUDIT2] %s is found', async (_name, brokenAt, tamper) => {
  const tampered = await open(await (record ??= sixLines()))
    .startTransaction()
    .execute();
  for (const statement of tamper.split(';')) await sql.raw(statement).execute(tampered);
  expect(await verifyChain(tampered)).toEqual({ isWhole: false, brokenAt });
  await tampered.rollback().execute();
});

it('[AUDIT2] who runs the server can ask whether the record is whole, and a broken one is a failure', async () => {
  const url = await (record ??= sixLines());
  const verify = () =>
    spawnSync(process.execPath, ['server/platform/audit/verify.ts'], { env: { ...process.env, DATABASE_URL: url }, encoding: 'utf8' });
  expect(verify()).toMatchObject({ status: 0, stdout: 'The record is whole: 6 lines.\n' });
  await sql`update audit set who = 'bo' where id = 2`.execute(open(url));
  expect(verify()).toMatchObject({ status: 1, stdout: 'The record is broken at line 2.\n' });
});

it('[AUDIT5] [STOP3] while the record is locked a stop reaches the device and other acts fail; both are written when it is free', async () => {
  const { address, identity } = server.it();
  const an = identity.issue(staff, { username: 'an' });
  const before = (await lines()).length;
  const lock = await database().startTransaction().execute();
  await sql`lock table audit in access exclusive mode`.execute(lock);
  const taking = ask(address, getTakeControl, { params, token: an });
  expect(await ask(address, getStopImmediately, { params, token: an })).toMatchObject({ answer: { success: true } });
  expect(await taking).toMatchObject({ status: 503 });
  await lock.rollback().execute();
  await until('both are written', async () => (await lines()).length === before + 2);
  expect(await verifyChain(database())).toMatchObject({ isWhole: true });
});

it('[AUDIT6] a stop whose line was lost with its server gets it at the next start, once; one that has its line gets no other', async () => {
  const { address, identity } = server.it();
  const an = identity.issue(staff, { username: 'an' });
  await ask(address, getStopImmediately, { params, token: an, headers: { 'x-request-id': 'written' } });
  await until('the line of the first', async () => (await lines()).some(({ request_id }) => request_id === 'written'));
  const stored = await database().selectFrom('command').selectAll().where('id', '=', 'written').executeTakeFirstOrThrow();
  await database()
    .insertInto('command')
    .values({ ...stored, id: 'lost', arguments: '{}' })
    .execute();
  for (const _ of ['first', 'second']) await (await startTestServer(server.it().databaseUrl)).close();
  const ofStops = (await lines()).filter(({ request_id }) => ['written', 'lost'].includes(request_id));
  expect(ofStops.map(({ request_id, who, call, params: given, status }) => [request_id, who, call, given, status])).toEqual([
    ['written', 'an', getStopImmediately.name, { serial }, 200],
    ['lost', 'an', getStopImmediately.name, { serial }, 200],
  ]);
  expect(await verifyChain(database())).toMatchObject({ isWhole: true });
});
