import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { backUp, backUpKeys } from '#server/app/backup/backup';
import { fileOf, MANIFEST } from '#server/app/backup/manifest';
import { restore, restoreKeys } from '#server/app/backup/restore';
import { inOrder } from '#server/app/backup/tables';
import { readControls, releaseControl, takeControl } from '#server/commands/control/control';
import { openDatabase } from '#server/platform/database/openDatabase';
import { newDataDir } from '../support/newDataDir.ts';
import { workerDatabases } from '../support/testDatabase.ts';
import { seededDatabase } from '../support/testServer.ts';

const NOW = Date.UTC(2026, 2, 4, 13, 5);
const folder = newDataDir();
const inFolder = (name: string) => path.join(mkdtempSync(path.join(folder, `${name}-`)), 'backup');
const clients: Client[] = [];
let source: Client;
async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  clients.push(client);
  return client;
}
beforeAll(async () => {
  source = await connect(await seededDatabase());
});
afterEach(async () => {
  await Promise.all(clients.splice(1).map((client) => client.end()));
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  rmSync(folder, { recursive: true, force: true });
});
const empty = async () => connect(await workerDatabases().migrated());

it('[BACKUP1] a backup that is restored elsewhere holds the same rows in every table, and new rows get new numbers', async () => {
  const made = await backUp(source, inFolder('first'), NOW);
  expect(made.tables.find(({ name }) => name === 'device')?.rows).toBe(24);
  const [first] = readdirSync(folder);
  const target = await empty();
  await restore(target, path.join(folder, first ?? '', 'backup'));
  const again = await backUp(target, inFolder('second'), NOW);
  expect(again.tables).toEqual(made.tables);
  const highest = async (client: Client) =>
    (await client.query<{ id: number }>('select max(id)::int id from device_action')).rows[0]?.id ?? 0;
  const before = await highest(target);
  await target.query("insert into device_action (action_type, at, done_by, done_by_name) values ('update', now(), 'an', 'An')");
  expect(await highest(target)).toBeGreaterThan(before);
  await expect(restore(target, path.join(folder, first ?? '', 'backup'))).rejects.toThrow('The database is not empty.');
});

it('[CTRL9] after a restore nobody controls a device, and its former holder takes control with an epoch above all that it received', async () => {
  const [url, restored] = [await seededDatabase(), await workerDatabases().migrated()];
  const [database, later] = [openDatabase(url), openDatabase(restored)];
  const [serial, an] = ['LF-0140-23', { username: 'an', name: 'An' }];
  await takeControl(database, serial, an, NOW);
  const at = inFolder('held');
  await backUp(await connect(url), at, NOW);
  await releaseControl(database, serial, 'an', NOW + 60_000);
  const received = (await takeControl(database, serial, an, NOW + 120_000)).control.epoch;
  await restore(await connect(restored), at);
  expect(await readControls(later)).toMatchObject([{ serial: serial, holder: null, holderName: null, since: null }]);
  expect((await takeControl(later, serial, an, NOW + 86_400_000)).control.epoch).toBeGreaterThan(received);
  await Promise.all([database.destroy(), later.destroy()]);
});

it('[BACKUP1] it holds one moment: what is written meanwhile is in all of it or in none', async () => {
  const other = await empty();
  await other.query("insert into life_cycle_stage (id, name, place) values ('A', 'before', 1)");
  const backup = inFolder('moment');
  const copying = backUp(other, backup, NOW);
  const writer = await connect(
    `postgresql://${other.user ?? ''}:${String(other.password)}@${other.host}:${other.port}/${other.database ?? ''}`,
  );
  for (let index = 0; index < 20; index += 1)
    await writer.query(`begin; insert into life_cycle_stage (id, name, place) values ('B${index}', 'x', 1);
      insert into device_type (id, name, revisions) values ('B${index}', 'x', '[]'); commit`);
  const made = await copying;
  const rowsOf = (name: string) => made.tables.find((table) => table.name === name)?.rows ?? -1;
  expect(rowsOf('life_cycle_stage') - 1).toBe(rowsOf('device_type'));
});

it.each([
  [
    'a damaged table',
    /The table device of the backup is damaged\./,
    (at: string) => writeFileSync(path.join(at, fileOf('device')), gzipSync('')),
  ],
  ['no list of its contents', /There is no whole backup in/, (at: string) => rmSync(path.join(at, MANIFEST))],
  ['another list', /is not of a backup\./, (at: string) => writeFileSync(path.join(at, MANIFEST), '{"product":"tomatoes"}')],
  [
    'another version',
    /of another version of the server/,
    (at: string) => writeFileSync(path.join(at, MANIFEST), readFileSync(path.join(at, MANIFEST), 'utf8').replace('001_fleet', '000_fleet')),
  ],
])('[BACKUP2] a backup with %s is refused in one line, and nothing is changed', async (_, reason, damage) => {
  const at = inFolder('damaged');
  await backUp(source, at, NOW);
  damage(at);
  const target = await empty();
  await target.query("insert into life_cycle_stage (id, name, place) values ('KEPT', 'Kept', 1)");
  await expect(restore(target, at)).rejects.toThrow(reason);
  const { rows } = await target.query('select id from life_cycle_stage');
  expect(rows).toEqual([{ id: 'KEPT' }]);
});

it('[BACKUP2] a backup never overwrites another one, and keys never others', async () => {
  const at = inFolder('full');
  await backUp(source, at, NOW);
  await expect(backUp(source, at, NOW)).rejects.toThrow(/is not empty/);
  const [from, to, keys] = [newDataDir(), newDataDir(), inFolder('keys')];
  writeFileSync(path.join(from, 'credential-key'), 'one');
  expect(backUpKeys(from, keys)).toEqual(['credential-key']);
  restoreKeys(keys, to);
  restoreKeys(keys, to);
  expect(readFileSync(path.join(to, 'credential-key'), 'utf8')).toBe('one');
  writeFileSync(path.join(to, 'credential-key'), 'other');
  expect(() => restoreKeys(keys, to)).toThrow('The data folder has another credential-key.');
  expect(readFileSync(path.join(to, 'credential-key'), 'utf8')).toBe('other');
});

it('[BACKUP2] a database that has devices is not restored over', async () => {
  const at = inFolder('over');
  await backUp(source, at, NOW);
  const target = await empty();
  await restore(target, at);
  await target.query("update device set name = 'of now'");
  await expect(restore(target, at)).rejects.toThrow('The database is not empty.');
  const { rows } = await target.query('select distinct name from device');
  expect(rows).toEqual([{ name: 'of now' }]);
});

it('[BACKUP2] a table that the server does not know is named', async () => {
  const other = await empty();
  await other.query('create table foreign_one (id text)');
  const at = inFolder('foreign');
  await backUp(other, at, NOW);
  await expect(restore(await empty(), at)).rejects.toThrow('The table foreign_one of the backup is not one of this server.');
});

it('[BACKUP1] tables are filled after those they refer to, also through others, and a circle does not hang', () => {
  const references = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'c' },
    { from: 'd', to: 'a' },
    { from: 'c', to: 'a' },
  ];
  expect(inOrder(['d', 'a', 'b', 'c'], references)).toEqual(['c', 'b', 'a', 'd']);
});
