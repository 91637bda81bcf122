import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { getStopImmediately } from '#contract/command';
import { consoleConfig } from '#contract/config';
import { getErrorCodes } from '#contract/errorCode';
import { openDatabase } from '#server/platform/database/openDatabase';
import { becomeSoleInstance } from '#server/platform/instances/soleInstance';
import { ask } from '../support/client.ts';
import { freePort } from '../support/freePort.ts';
import { newDataDir } from '../support/newDataDir.ts';
import { codeOf } from '../support/personCode.ts';
import { signInByHttp } from '../support/signInByHttp.ts';
import { healthOf, healthy, partsOf, startProduct, type StartedProduct } from '../support/startProduct.ts';
import { startDatabases } from '../support/testDatabase.ts';
import { openDevice } from '../support/testDevice.ts';
import { until } from '../support/until.ts';

/** The data folder of products that need not be the first on their data. */
const known = newDataDir();
let starting: Promise<StartedProduct> | undefined;
/** Starts a product there once, for the tests whose subject is not its start. */
const running = () => (starting ??= startProduct({ DATA_DIR: known, DEVICES: '1' }));
/** A database that no product has started, for the tests that give one. */
let databases: ReturnType<typeof startDatabases> | undefined;
const freshDatabase = async () => (await (databases ??= startDatabases())).fresh();
afterAll(async () => {
  await starting?.then((product) => product.stop());
  await databases?.then(({ stop }) => stop());
  rmSync(known, { recursive: true, force: true });
});

/** The output of a start that must fail; a person is shown one line. */
async function refusal(env: Readonly<Record<string, string>>): Promise<string> {
  const failure = await startProduct(env).then(
    async (product) => {
      await product.stop();
      return new Error('it started');
    },
    (error: unknown) => error,
  );
  return failure instanceof Error ? failure.message.trim() : String(failure);
}

it('[START2] a second start on the same data is refused in one clear line and does not disturb the first', async () => {
  const first = await running();
  expect(await refusal({ DATA_DIR: first.dataDir })).toMatch(/^orangery: The data folder .* is in use by another running server\.$/);
  expect(await healthOf(first)).toEqual(healthy);
});

/** Signs in at a product as its first system_admin. */
async function signInAt(product: StartedProduct): Promise<string> {
  const { oidc } = consoleConfig.parse(await (await fetch(`${product.url}/config.json`)).json());
  const [email = '', password = ''] = /^ +(an\.verhoeven\S+) +(\S+)/m.exec(product.printed())?.slice(1) ?? [];
  const code = await codeOf(product.dataDir, { email });
  return (await signInByHttp({ identity: { oidc }, settings: { publicUrl: product.url } }, { email, password, code })).access;
}

it('[FLOOD9] while others hold every database connection a stop is recorded, and not accepted of a sign-in that has ended', async () => {
  const product = await running();
  const [token, ended] = [await signInAt(product), await signInAt(product)];
  const stop = (by: string) => ask(product.url, getStopImmediately, { params: { serial: 'LF-0140-23' }, token: by });
  await until('the device is connected', async () => (await stop(token)).ok);
  const grant = /"grant":"([^"]+)"/.exec(Buffer.from(ended.split('.')[1] ?? '', 'base64url').toString())?.[1] ?? '';

  const database = openDatabase(partsOf(product.dataDir).databaseUrl);
  // The server knows that it has ended: of one that it does not know yet, a stop is accepted where the database answers late.
  await sql`delete from identity_record where model = 'Grant' and id = ${grant}`.execute(database);
  await until('the sign-in has ended', async () => {
    const answer = await ask(product.url, getErrorCodes, { token: ended });
    return !answer.ok && answer.status === 401;
  });
  const tx = await database.startTransaction().execute();
  await sql`lock table error_code in access exclusive mode`.execute(tx);
  const over = new AbortController();
  // A call whose query has waited too long is followed by the next one.
  const keepAsking = async () => {
    while (!over.signal.aborted) if ((await ask(product.url, getErrorCodes, { token })).ok) return 'a connection is free';
    return true;
  };
  const flood = Array.from({ length: 12 }, keepAsking);
  const waiting = async () => {
    const found = sql<{ count: number }>`select count(*) as count from pg_stat_activity where wait_event_type = 'Lock'`.execute(database);
    return (await found).rows[0]?.count;
  };
  await until('all connections are taken', async () => ((await waiting()) ?? 0) >= 10);
  const stops = async () => (await database.selectFrom('command').select('id').execute()).length;
  const before = await stops();
  expect((await stop(token)).ok).toBe(true);
  const isRecorded = until('the stop is recorded', async () => (await stops()) === before + 1);
  expect(await Promise.race([isRecorded, ...flood])).toBe(true);
  expect(await stop(ended)).toMatchObject({ status: 401 });
  over.abort();
  await tx.rollback().execute();
  await Promise.all(flood);
  await database.destroy();
});

it('[START1] [BROKER13] [DOORWAY6] says that it is ready, where robots connect and who may sign in, stops within its grace on SIGTERM, and starts again on the same data', async () => {
  const first = await running();
  expect(first.printed()).toContain(`ready ${first.url}`);
  expect(first.printed()).toMatch(/an\.verhoeven@serrarobotics\.example +\S+ +\d{6} +system_admin/);
  await first.stop();
  expect(await first.ended).toBe(0);
  const port = await freePort();
  const second = await startProduct({ DATA_DIR: known, DEVICES: '1', MQTT_PORT: String(port) });
  expect(await healthOf(second)).toEqual(healthy);
  // The addresses for robots, at each start.
  expect(partsOf(known).mqttUrl).toBe(`mqtt://127.0.0.1:${port}`);
  const webSocket = `${second.url.replace(/^http/, 'ws')}/mqtt`;
  expect(second.printed()).toContain(`robots connect to mqtt://127.0.0.1:${port}, without TLS; or ${webSocket}\n`);
  // A robot that is connected over HTTP does not hold up the end.
  const robot = await openDevice(webSocket, partsOf(known).brokerSecret, 'XC-0040-B', Date.now);
  await robot.report({ current_state: 'waiting_for_task' });
  onTestFinished(robot.close);
  await second.stop();
  expect(await second.ended).toBe(0);
});

it('[START12] the data folder and the log of the database are for the account of the server alone', async () => {
  const { dataDir } = await running();
  // The account of the database may pass through it when the server runs as root.
  expect(statSync(dataDir).mode & 0o066).toBe(0);
  const pointer = path.join(dataDir, 'database-folder');
  const home = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : dataDir;
  expect(statSync(path.join(home, 'postgres.log')).mode & 0o777).toBe(0o600);
});

it('[START3] a port in use is refused in one clear line before anything is started', async () => {
  const taken = createServer().listen(await freePort(), '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const at = taken.address();
  const port = at !== null && typeof at === 'object' ? String(at.port) : '';
  expect(await refusal({ PORT: port })).toBe(`orangery: Port ${port} is in use: stop what listens there, or set PORT.`);
});

it.each([
  ['PORT', { PORT: '99999' }, 'Setting PORT: Too big: expected number to be <=65535'],
  ['PORT not a number', { PORT: 'eighty' }, 'Setting PORT: Invalid input: expected number, received NaN'],
  [
    'DATABASE_URL',
    { DATABASE_URL: 'mysql://secret@host/db' },
    'Setting DATABASE_URL: must be an address beginning with postgres:// or postgresql://',
  ],
  ['MQTT_URL', { MQTT_URL: 'not an address' }, 'Setting MQTT_URL: must be an address beginning with mqtt:// or mqtts://'],
  ['DEVICES', { DEVICES: '20000' }, 'Setting DEVICES: '],
  [
    'demo accounts beyond this machine',
    { HOST: '0.0.0.0' },
    'Setting HOST: demo accounts on an address beyond this machine need DEMO=true',
  ],
  ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/33' }, 'Setting TRUST_PROXY: must be addresses or subnets'],
  ['production without a provider', { NODE_ENV: 'production' }, 'Setting OIDC_ISSUER: production needs an identity provider'],
  ['NATS_URL', { NATS_URL: 'nats://one:4222,http://secret@two' }, 'Setting NATS_URL: must be addresses beginning with nats://'],
  [
    'several instances without a key',
    { NATS_URL: 'nats://u:secret@one', DATABASE_URL: 'postgresql://u:secret@127.0.0.1:1/none' },
    'Setting CREDENTIAL_KEY: several instances (NATS_URL) need one database and one key',
  ],
  [
    'production on a database without a key',
    { NODE_ENV: 'production', DEMO: 'true', DATABASE_URL: 'postgresql://u:secret@127.0.0.1:1/none' },
    'Setting CREDENTIAL_KEY: production with DATABASE_URL needs it',
  ],
])('[START4] a bad setting (%s) stops the start in one clear line that does not repeat its value', async (_, env, text) => {
  const output = await refusal(env);
  expect(output).toContain(`orangery: ${text}`);
  expect(output.split('\n')).toHaveLength(1);
  expect(output).not.toContain('secret@');
});

it('[START5] a data folder that holds no database, or is a file, is refused in one clear line', async () => {
  const broken = newDataDir();
  mkdirSync(path.join(broken, 'postgres'));
  writeFileSync(path.join(broken, 'postgres', 'something'), 'else');
  expect(await refusal({ DATA_DIR: broken })).toMatch(/^orangery: The data folder .* holds no database: move it away to begin anew\.$/);
  const file = path.join(newDataDir(), 'file');
  writeFileSync(file, '');
  const output = await refusal({ DATA_DIR: file });
  expect(output).toMatch(/^orangery: /);
  expect(output.split('\n')).toHaveLength(1);
});

it('[START9] a data folder that others may not pass still works where the server runs as root', async () => {
  const DATA_DIR = newDataDir();
  chmodSync(DATA_DIR, 0o700);
  const product = await startProduct({ DATA_DIR, DEVICES: '1' });
  expect(await healthOf(product)).toEqual(healthy);
  await product.stop();
  expect(await product.ended).toBe(0);
});

it('[START6] a database that cannot be reached is refused in one clear line', async () => {
  const output = await refusal({ DATABASE_URL: `postgresql://nobody:hidden-word@127.0.0.1:${await freePort()}/none` });
  expect(output).toMatch(/^orangery: The database does not answer: /);
  expect(output).not.toContain('hidden-word');
});

it('[START6] a database that answers and cannot be used is refused with its own word in one line', async () => {
  const url = await freshDatabase();
  const unknown = new URL(url);
  unknown.pathname = '/no_such_database';
  expect(await refusal({ DATABASE_URL: unknown.href })).toBe(
    'orangery: The database cannot be used: database "no_such_database" does not exist',
  );
  const foreign = openDatabase(url);
  await sql`create table organisation (id integer)`.execute(foreign);
  await foreign.destroy();
  expect(await refusal({ DATABASE_URL: url })).toBe('orangery: The database cannot be used: relation "organisation" already exists');
});

it('[INST1] a second server on a database is refused in one clear line', async () => {
  const url = await freshDatabase();
  const { release } = await becomeSoleInstance(url, {
    onLost: () => undefined,
    log: pino({ level: 'silent' }),
    elapsed: () => performance.now(),
  });
  onTestFinished(release);
  expect(await refusal({ DATABASE_URL: url })).toBe(
    'orangery: Another server uses this database. Several servers on one database need NATS_URL.',
  );
});

it('[SETUP6] --empty is an installation without the demo on this machine, whose administrator opens the printed link', async () => {
  const dataDir = newDataDir();
  const env = { DATA_DIR: dataDir };
  const first = await startProduct(env, ['--empty']);
  const link = await until('the link', async () => /Open (\S+\/idp\/invitation\/[\w-]{43}) once/.exec(first.printed())?.[1]);
  expect(first.printed()).not.toMatch(/serra/i);
  expect((await fetch(link)).status).toBe(200);
  const { demo_accounts, company } = consoleConfig.parse(await (await fetch(`${first.url}/config.json`)).json());
  expect([demo_accounts, company]).toEqual([undefined, 'Orangery']);
  await first.stop();
  const again = await startProduct(env, ['--empty']);
  const next = await until('the next link', async () => /Open (\S+\/idp\/invitation\/[\w-]{43}) once/.exec(again.printed())?.[1]);
  expect((await fetch(next)).status).toBe(200);
  expect((await fetch(link.replace(first.url, again.url))).status).toBe(410);
  await again.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it('[SETUP6] --empty takes neither the data of the demo nor an outside provider', async () => {
  const { dataDir } = await running();
  const start = (env: Readonly<Record<string, string>>) =>
    startProduct(env, ['--empty']).then(
      () => 'it started',
      (error: unknown) => String(error),
    );
  expect(await start({ OIDC_ISSUER: 'https://sso.example' })).toContain('Setting OIDC_ISSUER: --empty has its own administrator');
  expect(await start({ DATA_DIR: dataDir })).toMatch(/orangery: /);
});
