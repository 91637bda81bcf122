import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeBlock } from '#server/fleet/history/historyBlock';
import type { KeptReport } from '#server/fleet/history/keptReport';
import { historyBlock } from '#server/history/events/historyBlock';
import { openOwnershipRegistry } from '#server/locations/ownershipRegistry';
import { storedParquets } from '#server/history/parquet/storedParquet';
import { devicesOnMap } from '#server/history/region/devicesOnMap';
import { readRegion, type RegionQuestion } from '#server/history/region/readRegion';
import { sealDays } from '#server/history/sealed/sealDays';
import { DAY, DAY_END, everybody, openSealingStand, type SealingStand } from '../support/history/sealing.ts';
import { longestTurn } from '../support/mainThread.ts';
import { seededDatabase } from '../support/testServer.ts';

let stand: SealingStand;
afterEach(() => stand.close());

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** The longest turn of the thread: some times as long as a megabyte of JSON is formatted. */
const LONGEST_TURN = 25;
const MAP = 'de-linde-2';
const LOCATION = 'loc-de-linde';

/** A device drives to and fro along x = 2, 20 m in 200 s, a report every two seconds; each hour it stands for ten minutes at y = 15. */
const reports = (serial: string, from: number, to: number): readonly KeptReport[] =>
  Array.from({ length: (to - from) / 2_000 }, (_, index) => {
    const receivedAt = from + index * 2_000;
    const minute = (receivedAt % HOUR) / MINUTE;
    const way = (index * 0.2) % 40;
    const y = minute >= 30 && minute < 40 ? 15 : way < 20 ? way : 40 - way;
    const pose = index % 50 === 7 ? { current_pose_x: null } : { current_pose_x: 2.0005, current_pose_y: y };
    return { serial, receivedAt, deviceTime: receivedAt, sequence: index, state: { current_state: 'idle', ...pose } };
  });

const asked = { from: DAY, to: DAY_END, rectangle: { west: 0, south: 14, east: 4, north: 16 }, stillMs: MINUTE };
const regionOf = (question: Partial<RegionQuestion> = {}) => {
  const store = { database: stand.database, parquets: storedParquets(stand.storage) };
  return readRegion(store, { ...asked, devices: [{ serial: 'RG-1', times: 'all' }], ...question });
};
const standstills = (found: Awaited<ReturnType<typeof regionOf>>) => found.times.filter(({ kind }) => kind === 'standstill');

describe('positions', () => {
  beforeEach(async () => {
    stand = await openSealingStand();
  });

  it('[REGION1] [REGION4] visits and standstills are the same from the database and from sealed files, newest first', async () => {
    await stand.add([...reports('RG-1', DAY, DAY + 4 * HOUR), ...reports('RG-2', DAY, DAY + HOUR)]);
    const hot = await regionOf();
    expect(
      standstills(hot).map(({ from, to, hasBegun, hasEnded }) => [(from - DAY) / MINUTE, (to - from) / MINUTE, hasBegun, hasEnded]),
    ).toEqual([3, 2, 1, 0].map((hour) => [hour * 60 + 30, expect.closeTo(10, 0), true, true]));
    expect(standstills(hot)[0]).toMatchObject({ serial: 'RG-1', y: 15 });
    expect(hot.times.filter(({ kind }) => kind === 'visit').length).toBeGreaterThan(50);
    expect(hot.times.map(({ from }) => from)).toEqual(hot.times.map(({ from }) => from).toSorted((one, other) => other - one));
    await sealDays(stand.parts, DAY_END);
    expect(await stand.hot()).toEqual([]);
    const round = (times: typeof hot.times) => times.map((time) => ({ ...time, ...('x' in time ? { x: Math.round(time.x) } : {}) }));
    const sealed = await regionOf();
    expect(round(sealed.times)).toEqual(round(hot.times));
    expect(sealed.unreadable).toEqual([]);
  });

  it('[REGION1] a shorter span begins and ends within visits, and says so', async () => {
    await stand.add(reports('RG-1', DAY, DAY + HOUR));
    const { times } = await regionOf({ from: DAY + 32 * MINUTE, to: DAY + 35 * MINUTE });
    expect(times.map(({ kind, hasBegun, hasEnded }) => [kind, hasBegun, hasEnded])).toEqual([
      ['standstill', false, false],
      ['visit', false, false],
    ]);
    expect((await regionOf({ rectangle: { west: 900, south: 900, east: 901, north: 901 } })).times).toEqual([]);
    expect((await regionOf({ devices: [] })).times).toEqual([]);
  });

  it('[REGION2] times of another organisation are not read', async () => {
    await stand.add(reports('RG-1', DAY, DAY + 2 * HOUR));
    const found = await regionOf({ devices: [{ serial: 'RG-1', times: [{ from: DAY + HOUR, until: DAY + 1.6 * HOUR }] }] });
    expect(standstills(found).map(({ from, hasEnded }) => [(from - DAY) / MINUTE, hasEnded])).toEqual([[90, false]]);
  });

  it('[REGION3] [REGION10] on a server of ten thousand devices the last hour of one is searched, and read as a block; that of all is refused', async () => {
    const serials = ['RG-1', ...Array.from({ length: 9_999 }, (_, n) => `RG-OTHER-${n}`)];
    // An hour of reports each second; its blocks hold few of them here.
    for (let minute = 0; minute < 60; minute += 1) {
      const [first, last] = [DAY + minute * MINUTE, DAY + (minute + 1) * MINUTE - 1];
      const block = { first_at: new Date(first), last_at: new Date(last), report_count: 600_000, serials };
      await stand.database
        .insertInto('history_block')
        .values({ ...block, reports: encodeBlock([...reports('RG-1', first, last + 1), ...reports('RG-OTHER-1', first, first + 4_000)]) })
        .execute();
    }
    const span = { from: DAY, to: DAY + HOUR };
    const { times } = await regionOf(span);
    expect(new Set(times.map(({ serial }) => serial))).toEqual(new Set(['RG-1']));
    const many = serials.map((serial) => ({ serial, times: 'all' as const }));
    await expect(regionOf({ ...span, devices: many })).rejects.toMatchObject({ kind: 'TooLarge' });
    const store = { database: stand.database, parquets: storedParquets(stand.storage) };
    const own = { ...everybody, devices: many.slice(0, 1) };
    const block = await historyBlock(store, own, { from: DAY, to: DAY + 5 * MINUTE });
    expect(block.isWhole).toBe(true);
    await expect(historyBlock(store, { ...own, devices: many }, { from: DAY, to: DAY + 5 * MINUTE })).rejects.toMatchObject({
      kind: 'TooLarge',
    });
  });

  it('[REGION4] a damaged file is named and counted, and the days beside it are searched', async () => {
    await stand.add(reports('RG-1', DAY, DAY + HOUR));
    await sealDays(stand.parts, DAY_END);
    await stand.add(reports('RG-1', DAY_END, DAY_END + HOUR));
    const { name, bytes } = await stand.database.selectFrom('history_file').select(['name', 'bytes']).executeTakeFirstOrThrow();
    writeFileSync(path.join(stand.folder, 'files', name), Buffer.alloc(bytes, 1));
    const found = await regionOf({ to: DAY_END + HOUR });
    expect(found.unreadable).toEqual([{ name, reason: 'damaged' }]);
    expect(standstills(found).map(({ from }) => (from - DAY_END) / MINUTE)).toEqual([30]);
  });
});

describe('devices', () => {
  beforeEach(async () => {
    stand = await openSealingStand(await seededDatabase());
    const { database } = stand;
    const { device_type, life_cycle_stage } = await database
      .selectFrom('device')
      .select(['device_type', 'life_cycle_stage'])
      .limit(1)
      .executeTakeFirstOrThrow();
    await database
      .insertInto('device')
      .values({ serial: 'RG-1', name: 'Robot', device_type, life_cycle_stage, metadata_valid: true })
      .execute();
    const worked = { device_serial: 'RG-1' };
    await database
      .insertInto('deployment')
      .values([
        { ...worked, id: 'rg-1', location_id: LOCATION, creation_date: new Date(DAY), closed_date: new Date(DAY + HOUR) },
        { ...worked, id: 'rg-2', location_id: 'loc-hortus-noord', creation_date: new Date(DAY + HOUR), closed_date: null },
      ])
      .execute();
  });
  const own = async (scope: 'all' | ReadonlySet<string>, mapId = MAP, span = { from: DAY, to: DAY_END }) => {
    const { database } = stand;
    const parts = { database, parquets: storedParquets(stand.storage), registry: await openOwnershipRegistry(database) };
    return (await devicesOnMap(parts, { ...span, scope, mapId })).filter(({ serial }) => serial === 'RG-1');
  };

  const addTreatment = ({ from, until, ...named }: { organisation: string; map_id: string; from: number; until: number }) =>
    stand.database
      .insertInto('treatment')
      .values({
        treatment_id: 'rg',
        serial: 'RG-1',
        mission_id: 'm',
        treatment_type: 'uv',
        finish_status: 'stopped',
        total_asked: 1,
        total_treated: 0,
        total_failed: 0,
        reached_end: false,
        creation_time: new Date(from),
        finish_time: new Date(until),
        ...named,
      })
      .execute();

  it('[REGION2] a device that was moved is on the map until then, for the organisation of then', async () => {
    const before = [{ serial: 'RG-1', times: [{ from: DAY, until: DAY + HOUR }] }];
    expect(await own('all')).toEqual(before);
    expect(await own(new Set(['org-de-linde']))).toEqual(before);
    expect(await own(new Set(['org-de-linde']), MAP, { from: DAY + HOUR, to: DAY_END })).toEqual([]);
    await addTreatment({ organisation: 'org-de-linde', map_id: 'de-linde-9', from: DAY + 10 * MINUTE, until: DAY + 20 * MINUTE });
    expect((await own(new Set(['org-de-linde'])))[0]?.times).toEqual([
      { from: DAY, until: DAY + 10 * MINUTE },
      { from: DAY + 20 * MINUTE, until: DAY + HOUR },
    ]);
  });

  it('[REGION2] [OWN1] a treatment from before the device came, which was reported after it, gives the next owner nothing of before', async () => {
    const map = 'hortus-noord-1';
    await addTreatment({ organisation: 'org-hortus-noord', map_id: map, from: DAY + 30 * MINUTE, until: DAY + 90 * MINUTE });
    const span = { from: DAY, to: DAY + 2 * HOUR };
    const found = await own(new Set(['org-hortus-noord']), map, span);
    expect(found[0]?.times).toContainEqual({ from: DAY + HOUR, until: DAY + 90 * MINUTE });
    expect(found.flatMap(({ times }) => (times === 'all' ? [] : times)).filter(({ from }) => from < DAY + HOUR)).toEqual([]);
    expect((await own('all', map, span))[0]?.times).toContainEqual({ from: DAY + 30 * MINUTE, until: DAY + 90 * MINUTE });
  });

  it('[REGION2] [OWN1] a treatment that ends after the device has come back gives its owner nothing of the time between', async () => {
    await stand.database
      .updateTable('deployment')
      .set({ closed_date: new Date(DAY + 2 * HOUR) })
      .where('id', '=', 'rg-2')
      .execute();
    const back = { id: 'rg-3', device_serial: 'RG-1', location_id: LOCATION, closed_date: null };
    await stand.database
      .insertInto('deployment')
      .values({ ...back, creation_date: new Date(DAY + 2 * HOUR) })
      .execute();
    await addTreatment({ organisation: 'org-de-linde', map_id: MAP, from: DAY + 30 * MINUTE, until: DAY + 3 * HOUR });
    const [found] = await own(new Set(['org-de-linde']));
    expect(found?.times === 'all' ? [] : found?.times.slice(0, 2)).toEqual([
      { from: DAY + 30 * MINUTE, until: DAY + HOUR },
      { from: DAY + 2 * HOUR, until: DAY + 3 * HOUR },
    ]);
  });

  it('[LOOP3] the times of many devices with many treatments are found in short turns of the thread', async () => {
    const { database } = stand;
    await sql`insert into device (serial, name, device_type, life_cycle_stage, metadata_valid)
      select 'RM-' || n, 'Robot ' || n, device_type, life_cycle_stage, true from device, generate_series(1, 3000) n where serial = 'RG-1'`.execute(
      database,
    );
    await sql`insert into deployment (id, device_serial, location_id, organisation, creation_date)
      select 'rm-' || n, 'RM-' || n, ${LOCATION}, 'org-de-linde', ${new Date(DAY - HOUR)}::timestamptz from generate_series(1, 3000) n`.execute(
      database,
    );
    await sql`insert into treatment (treatment_id, serial, organisation, map_id, mission_id, treatment_type, creation_time, finish_time, finish_status,
        total_asked, total_treated, total_failed, reached_end)
      select 'rm-' || n || '-' || k, 'RM-' || n, 'org-de-linde', 'elsewhere', 'm', 'uv', ${new Date(DAY)}::timestamptz + k * interval '20 minutes',
        ${new Date(DAY)}::timestamptz + k * interval '20 minutes' + interval '10 minutes', 'stopped', 1, 0, 0, false
      from generate_series(1, 3000) n, generate_series(1, 50) k`.execute(database);
    const parts = { database, parquets: storedParquets(stand.storage), registry: await openOwnershipRegistry(database) };
    let found: Awaited<ReturnType<typeof devicesOnMap>> = [];
    const turn = await longestTurn(async () => {
      found = await devicesOnMap(parts, { from: DAY, to: DAY_END, scope: 'all', mapId: MAP });
    });
    expect(found.find(({ serial }) => serial === 'RM-7')?.times).toHaveLength(51);
    expect(turn).toBeLessThan(LONGEST_TURN);
  });

  it('[REGION2] a foreign map is an unknown one', async () => {
    for (const [scope, mapId] of [
      [new Set(['org-hortus-noord']), MAP],
      [new Set<string>(), MAP],
      ['all', 'nowhere'],
    ] as const)
      await expect(own(scope, mapId)).rejects.toMatchObject({ message: expect.stringContaining('no such map') });
  });
});
