import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';
import { getReleaseControl, getStopImmediately, getTakeControl } from '#contract/command';
import { postMetadataSchema } from '#contract/devices/deviceType';
import { postAssociateCode, postChangePassword, postUpdateMfa } from '#contract/identity';
import { postCreateUser, postResendInvitation, postRevokeInvitation } from '#contract/user';
import { getMachines } from '#contract/fleet/machine';
import { auditKey, hashOf } from '#server/platform/audit/chain';
import { openHeadFile, readHeadFile } from '#server/platform/audit/headFile';
import { createAudit } from '#server/platform/audit/audit';
import { verifyChain } from '#server/platform/audit/verifyChain';
import { audited } from '#server/platform/http/audited';
import { createRetryQueue } from '#server/platform/database/retryQueue';
import { openDatabase } from '#server/platform/database/openDatabase';
import { z } from '#contract/schema';
import { answerOf, ask } from '../support/client.ts';
import { staff, userOf, withServer } from '../support/contractServer.ts';
import { newDataDir } from '../support/newDataDir.ts';
import { startTestServer, TEST_CREDENTIAL_KEY } from '../support/testServer.ts';
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

const KEY = auditKey(TEST_CREDENTIAL_KEY);
const auditOf = (one: ReturnType<typeof openDatabase>) => createAudit({ database: one, key: KEY, onEnd: () => undefined });
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

it('[AUDIT8] the record says whom an invitation and a second factor are about, and nothing else of the body', async () => {
  const { address, identity } = server.it();
  const token = identity.issue(staff, { username: 'an' });
  const before = (await lines()).length;
  const person = { name: 'Geheim', family_name: 'Ook', locale: 'nl', user_type: 'organisation_user', organisation_id: 'org-de-linde' };
  await ask(address, postCreateUser, { token, body: { ...person, email: 'new@delinde.example' } });
  await ask(address, postResendInvitation, { token, body: { email: 'new@delinde.example' } });
  await ask(address, postRevokeInvitation, { token, body: { email: `${'x'.repeat(300)}\0` } });
  await ask(address, postUpdateMfa, { token, body: { email: 'an@delinde.example' } });
  const added = (await lines()).slice(before);
  expect(added.map(({ call, params: output }) => [call, output])).toEqual([
    [postCreateUser.name, { email: 'new@delinde.example', user_type: 'organisation_user', organisation_id: 'org-de-linde' }],
    [postResendInvitation.name, { email: 'new@delinde.example' }],
    [postRevokeInvitation.name, { email: 'x'.repeat(200) }],
    [postUpdateMfa.name, { email: 'an@delinde.example' }],
  ]);
  expect(JSON.stringify(added)).not.toMatch(/Geheim|Ook/);
});

it('[AUDIT1] [AUDIT4] every answered caller is in the record with the outcome, and no body is', async () => {
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

it.each([
  [postChangePassword, { ok: false, error: 'The password of now is wrong.', field: 'password' }, 400],
  [postChangePassword, { ok: true }, 200],
  [postMetadataSchema, { result: false, unfit: 1, serials: [serial] }, 409],
  [postMetadataSchema, { result: true, unfit: 0, serials: [] }, 200],
  [getTakeControl, { success: false }, 200],
])('[AUDIT12] an answer that refuses in its body was not carried out: $1, recorded as $2', async (call, answer, status) => {
  const statuses: number[] = [];
  const append = async (one: { readonly status: number }) => void statuses.push(one.status);
  const served = { call, answer: async () => answer };
  const caller = await server.it().identity.verify(server.it().identity.issue(staff));
  const act = { request: { params: {}, query: {} }, served, caller, requestId: 'r', at: 0 };
  const retries = createRetryQueue(pino({ level: 'silent' }));
  expect(await audited(act, { audit: { append }, retries, scopeOf: () => 'all' }, async () => answer)).toBe(answer);
  expect(statuses).toEqual([status]);
});

it('[AUDIT3] many writers of several instances make one chain', async () => {
  const { databaseUrl } = server.it();
  const before = (await lines()).length;
  const audits = [open(databaseUrl), open(databaseUrl)].map(auditOf);
  await Promise.all(audits.flatMap((audit) => Array.from({ length: 100 }, (_, index) => audit.append(line(`call ${index}`)))));
  expect(await verifyChain(database(), KEY)).toEqual({ isWhole: true, lines: before + 200 });
});

let record: Promise<string> | undefined;

/** The address of a record with six lines. */
async function sixLines(): Promise<string> {
  const url = await server.databases().migrated();
  const kept = open(url);
  const audit = auditOf(kept);
  for (let index = 1; index <= 6; index += 1) await audit.append(line(`call ${index}`));
  expect(await verifyChain(kept, KEY)).toEqual({ isWhole: true, lines: 6 });
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
  expect(await verifyChain(tampered, KEY)).toEqual({ isWhole: false, brokenAt });
  await tampered.rollback().execute();
});

it('[AUDIT2] the operator can verify the record, and a broken one is a failure', async () => {
  const url = await (record ??= sixLines());
  const folder = newDataDir();
  const verify = () =>
    spawnSync(process.execPath, ['server/platform/audit/verify.ts'], {
      env: { ...process.env, DATABASE_URL: url, DATA_DIR: folder, CREDENTIAL_KEY: TEST_CREDENTIAL_KEY.export().toString('base64') },
      encoding: 'utf8',
    });
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
  expect(await verifyChain(database(), KEY)).toMatchObject({ isWhole: true });
});

it('[AUDIT7] write access to the database without the key is not enough to change a line and repair the later hashes', async () => {
  const url = await sixLines();
  const tampered = open(url);
  await sql`update audit set who = 'bo' where id = 3`.execute(tampered);
  let before = (await tampered.selectFrom('audit').select('hash').where('id', '=', 2).executeTakeFirstOrThrow()).hash;
  for (const row of await tampered.selectFrom('audit').selectAll().where('id', '>', 2).orderBy('id').execute()) {
    const { at, params: given, request_id: requestId, id, changes: _, ...rest } = row;
    before = hashOf(null, before, id, { ...rest, requestId, at: at.getTime(), params: z.record(z.string(), z.string()).parse(given) });
    await tampered.updateTable('audit').set({ hash: before }).where('id', '=', id).execute();
  }
  await tampered.updateTable('audit_head').set({ hash: before }).execute();
  expect(await verifyChain(tampered, KEY)).toEqual({ isWhole: false, brokenAt: 3 });
  // Nor with the claim that there was no key yet: the copy of the end knows better.
  await tampered.updateTable('audit_head').set({ keyed_from: 7 }).execute();
  const noted = { id: 2, hash: '', keyed_from: 1 };
  expect(await verifyChain(tampered, KEY, noted)).toMatchObject({ isWhole: false });
});

it('[AUDIT7] lines that were rewritten with the key, with all that follow, are found by the copy of the end', async () => {
  const tampered = open(await sixLines());
  const { keyed_from } = await tampered.selectFrom('audit_head').select('keyed_from').executeTakeFirstOrThrow();
  const { hash } = await tampered.selectFrom('audit').select('hash').where('id', '=', 6).executeTakeFirstOrThrow();
  const noted = { id: 6, hash, keyed_from: keyed_from ?? 0 };
  expect(await verifyChain(tampered, KEY, noted)).toEqual({ isWhole: true, lines: 6 });
  const changed = { ...line('call 6'), who: 'bo' };
  const { hash: before } = await tampered.selectFrom('audit').select('hash').where('id', '=', 5).executeTakeFirstOrThrow();
  const rewritten = { who: 'bo', hash: hashOf(KEY, before, 6, changed) };
  await tampered.updateTable('audit').set(rewritten).where('id', '=', 6).execute();
  await tampered.updateTable('audit_head').set({ hash: rewritten.hash }).execute();
  expect(await verifyChain(tampered, KEY)).toEqual({ isWhole: true, lines: 6 });
  expect(await verifyChain(tampered, KEY, noted)).toEqual({ isWhole: false, brokenAt: 6 });
});

it('[AUDIT7] lines that were cut off behind the copy of the end are missed, and lines of a former version count', async () => {
  const kept = open(await server.databases().migrated());
  const former = line('of a former version');
  const hash = hashOf(null, '', 1, former);
  const { requestId, at: instant, ...rest } = former;
  const row = { ...rest, id: 1, hash, at: new Date(instant), params: JSON.stringify(former.params), request_id: requestId };
  await kept.insertInto('audit').values(row).execute();
  await kept.updateTable('audit_head').set({ id: 1, hash }).execute();
  const file = path.join(newDataDir(), 'head.json');
  const failures: unknown[] = [];
  const headFile = openHeadFile(file, { failed: (error) => failures.push(error), worked: () => undefined });
  const audit = createAudit({ database: kept, key: KEY, onEnd: headFile.note });
  await audit.append(line('second'));
  await audit.append(line('third'));
  headFile.close();
  expect(failures).toEqual([]);
  const noted = readHeadFile(file);
  expect(noted).toMatchObject({ id: 3, keyed_from: 2 });
  expect(await verifyChain(kept, KEY, noted)).toEqual({ isWhole: true, lines: 3 });
  await sql`delete from audit where id = 3`.execute(kept);
  await sql`update audit_head set id = 2, hash = (select hash from audit where id = 2)`.execute(kept);
  expect(await verifyChain(kept, KEY)).toMatchObject({ isWhole: true });
  expect(await verifyChain(kept, KEY, noted)).toEqual({ isWhole: false, brokenAt: 3 });
});

/** Those of one instant have no order; the first one has its line. */
const byRequest = (one: { readonly request_id: string }, other: { readonly request_id: string }) =>
  Number(other.request_id === 'written') - Number(one.request_id === 'written') || (one.request_id < other.request_id ? -1 : 1);

it('[AUDIT6] a stop whose line was lost with its server gets it at the next start, once, with what is known of its end; one that has its line gets no other', async () => {
  const { address, identity } = server.it();
  const an = identity.issue(staff, { username: 'an' });
  await ask(address, getStopImmediately, { params, token: an, headers: { 'x-request-id': 'written' } });
  await until('the line of the first', async () => (await lines()).some(({ request_id }) => request_id === 'written'));
  const stored = await database().selectFrom('command').selectAll().where('id', '=', 'written').executeTakeFirstOrThrow();
  const lost = { ...stored, arguments: '{}', delivered_at: null, ended_at: null, text: null };
  const at = new Date();
  await database()
    .insertInto('command')
    .values([
      { ...lost, id: 'lost-done', status: 'done', delivered_at: at, ended_at: at },
      { ...lost, id: 'lost-refused', status: 'failed', delivered_at: at, ended_at: at, text: 'no brakes' },
      { ...lost, id: 'lost-unsent', status: 'failed', ended_at: at, text: 'not sent' },
      { ...lost, id: 'lost-sent', status: 'sent' },
    ])
    .execute();
  for (const _ of ['first', 'second']) await (await startTestServer(server.it().databaseUrl)).close();
  const ofStops = (await lines()).toSorted(byRequest).filter(({ request_id }) => request_id === 'written' || request_id.startsWith('lost'));
  expect(ofStops.map(({ request_id, who, call, params: given, status }) => [request_id, who, call, given, status])).toEqual([
    ['written', 'an', getStopImmediately.name, { serial }, 200],
    ['lost-done', 'an', getStopImmediately.name, { serial }, 200],
    ['lost-refused', 'an', getStopImmediately.name, { serial }, 200],
    ['lost-sent', 'an', getStopImmediately.name, { serial }, 0],
    ['lost-unsent', 'an', getStopImmediately.name, { serial }, 503],
  ]);
  expect(await verifyChain(database(), KEY)).toMatchObject({ isWhole: true });
});
