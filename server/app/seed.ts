import { sql, type Kysely, type Transaction } from 'kysely';
import type { Company } from './company.ts';
import { drawPlan } from '../maps/seed/plan.ts';
import type { Database } from '../platform/database/tables.ts';

/** Rows of one insert; PostgreSQL takes 65,535 parameters at most. */
const CHUNK = 1_000;
/** Held while seeding, so that two servers starting on one empty database do not both fill it. */
const SEED_LOCK = 7_002;

function* chunks<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += CHUNK) yield rows.slice(at, at + CHUNK);
}

async function seedPlaces(tx: Transaction<Database>, company: Company): Promise<void> {
  for (const values of chunks(company.organisations)) {
    const rows = values.map((row) => ({
      ...row,
      client_name: row.client_name ?? null,
      authentication_group: row.authentication_group ?? null,
    }));
    await tx.insertInto('organisation').values(rows).execute();
  }
  for (const values of chunks(company.locations)) await tx.insertInto('location').values(values.map(locationRow)).execute();
  for (const values of chunks(company.greenhouses)) {
    const rows = values.map((row) => ({ ...row, client_name: row.client_name ?? null, map_id: row.map_id ?? null }));
    await tx.insertInto('greenhouse').values(rows).execute();
  }
}

const locationRow = (row: Company['locations'][number]) => ({
  ...row,
  client_name: row.client_name ?? null,
  address: row.address ?? null,
  latitude: row.latitude ?? null,
  longitude: row.longitude ?? null,
});

async function seedMaps(tx: Transaction<Database>, company: Company): Promise<void> {
  const shapes = new Map(company.maps.map((map) => [map.shape.id, map.shape]));
  for (const [id, shape] of shapes) {
    await tx
      .insertInto('plan')
      .values({ id, layers: JSON.stringify(drawPlan(shape)) })
      .execute();
  }
  const rows = company.maps.map(({ shape, versions, ...map }) => ({ ...map, plan_id: shape.id, versions: JSON.stringify(versions) }));
  for (const values of chunks(rows)) await tx.insertInto('site_map').values(values).execute();
}

async function seedDevices(tx: Transaction<Database>, company: Company): Promise<void> {
  const types = company.deviceTypes.map((type) => ({
    id: type.id,
    name: type.name,
    metadata_schema: type.metadata_schema == null ? null : JSON.stringify(type.metadata_schema),
    revisions: JSON.stringify(type.revisions),
  }));
  await tx.insertInto('device_type').values(types).execute();
  const stages = company.lifeCycleStages.map((stage, place) => ({ ...stage, place }));
  await tx.insertInto('life_cycle_stage').values(stages).execute();
  for (const values of chunks(company.devices)) await tx.insertInto('device').values(values.map(deviceRow)).execute();
  for (const values of chunks(company.deployments)) await tx.insertInto('deployment').values(values).execute();
}

const deviceRow = (device: Company['devices'][number]) => ({
  serial: device.serial,
  name: device.name,
  client_name: device.client_name ?? null,
  device_type: device.device_type,
  hardware_revision_id: device.hardware_revision_id ?? null,
  life_cycle_stage: device.life_cycle_stage,
  first_seen: device.first_seen ?? null,
  last_seen: device.last_seen ?? null,
  metadata: device.metadata == null ? null : JSON.stringify(device.metadata),
  metadata_valid: device.metadata_valid === true,
});

async function seedWords(tx: Transaction<Database>, company: Company): Promise<void> {
  const codes = Object.entries(company.errorCodes).map(([code, { description }]) => ({ code, description: JSON.stringify(description) }));
  for (const values of chunks(codes)) await tx.insertInto('error_code').values(values).execute();
  await tx
    .insertInto('locale')
    .values([...company.locales])
    .execute();
}

/** Fills an empty database, all or nothing; a database that knows any device type is left as it is. */
export async function seed(database: Kysely<Database>, company: () => Company): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx);
    const known = await tx.selectFrom('device_type').select('id').limit(1).executeTakeFirst();
    if (known !== undefined) return;
    const made = company();
    await seedPlaces(tx, made);
    await seedMaps(tx, made);
    await seedDevices(tx, made);
    await seedWords(tx, made);
  });
}
