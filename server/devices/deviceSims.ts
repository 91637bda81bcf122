/** Handlers of the SIM data that people enter, since no device knows its rate plan; the rows of `device_sim`. */

import type { Kysely, Transaction } from 'kysely';
import { type EnteredSim, getDeviceSims, postDeviceSims, type SimChange } from '#contract/devices/deviceSim';
import { simFieldNames } from '#domain/devices/simFields';
import { fieldText, fieldTextProblem } from '#domain/text/fieldText';
import { holdDevices } from '../locations/holdOwner.ts';
import { mayReadSecret, requireDevice } from '../locations/visibility.ts';
import type { OwnershipRegistry } from '../locations/ownershipRegistry.ts';
import { chunks } from '../platform/database/chunks.ts';
import type { Database } from '../platform/database/tables.ts';
import { invalid } from '../platform/failure/failure.ts';
import { type Handlers, serve } from '../platform/http/serve.ts';
import type { Scope } from '../platform/principal.ts';
import type { DeviceSimTable } from './tables.ts';

/** Dependencies of the calls of SIM data. */
export interface DeviceSimDependencies {
  readonly database: Kysely<Database>;
  readonly registry: OwnershipRegistry;
  readonly now: () => number;
}

type Row = Omit<DeviceSimTable, 'saved_at'> & { readonly saved_at: Date };
type Fields = Omit<SimChange, 'serial'>;

const fieldsOf = ({ ctd_data_usage, ...row }: Row): Fields => ({
  customer: row.customer,
  rate_plan: row.rate_plan,
  status: row.status,
  ctd_data_usage: ctd_data_usage === null ? null : Number(ctd_data_usage),
  overage_limit_reached: row.overage_limit_reached,
  overage_limit_override: row.overage_limit_override,
});

const simOf = (row: Row): EnteredSim => ({
  serial: row.serial,
  ...fieldsOf(row),
  saved_at: row.saved_at.toISOString(),
  saved_by: row.saved_by,
});

/** Returns a text in its stored form; null for an empty one. */
const stored = (text: string): string | null => {
  const problem = fieldTextProblem(text, { label: 'A text of a SIM' });
  if (problem !== undefined) throw invalid(problem);
  return fieldText(text) || null;
};

/** Returns the fields after a change; null if no field is left. */
function changed(before: Fields, change: Fields) {
  const after = {
    customer: change.customer === undefined ? (before.customer ?? null) : stored(change.customer ?? ''),
    rate_plan: change.rate_plan === undefined ? (before.rate_plan ?? null) : stored(change.rate_plan ?? ''),
    status: change.status === undefined ? (before.status ?? null) : stored(change.status ?? ''),
    ctd_data_usage: (change.ctd_data_usage === undefined ? before.ctd_data_usage : change.ctd_data_usage) ?? null,
    overage_limit_reached:
      (change.overage_limit_reached === undefined ? before.overage_limit_reached : change.overage_limit_reached) ?? null,
    overage_limit_override:
      change.overage_limit_override === undefined ? (before.overage_limit_override ?? null) : stored(change.overage_limit_override ?? ''),
  };
  return simFieldNames.every((name) => after[name] === null) ? null : after;
}

interface Save {
  readonly scope: Scope;
  readonly sims: readonly SimChange[];
  readonly at: Date;
  readonly by: string;
  /** Returns whether the data that was saved earlier for a device belongs to the current owner. */
  readonly isOwn: (serial: string, savedAt: Date) => boolean;
}

async function saveSims(tx: Transaction<Database>, { scope, sims, at, by, isOwn }: Save): Promise<void> {
  const serials = sims.map(({ serial }) => serial);
  if (new Set(serials).size < serials.length) throw invalid('A device is there twice.');
  await holdDevices(tx, scope, serials);
  // A missing row cannot be locked, so the row of the device is: it serialises the first saves for one device.
  await tx.selectFrom('device').select('serial').where('serial', 'in', serials).orderBy('serial').forNoKeyUpdate().execute();
  const rows: readonly Row[] = await tx.selectFrom('device_sim').selectAll().where('serial', 'in', serials).forUpdate().execute();
  const before = new Map(rows.filter(({ serial, saved_at }) => isOwn(serial, saved_at)).map((row) => [row.serial, fieldsOf(row)]));
  const after = sims.flatMap(({ serial, ...change }) => {
    const fields = changed(before.get(serial) ?? {}, change);
    return fields === null ? [] : [{ serial, ...fields, saved_at: at, saved_by: by }];
  });
  await tx.deleteFrom('device_sim').where('serial', 'in', serials).execute();
  for (const some of chunks(after)) await tx.insertInto('device_sim').values(some).execute();
}

/** Creates the handlers of the SIM data that people enter, since no device knows its plan. Permissions are in `domain/people/callRights.ts`. Source: SIMP3. */
export function deviceSimHandlers({ database, registry, now }: DeviceSimDependencies): Pick<Handlers, 'getDeviceSims' | 'postDeviceSims'> {
  return {
    getDeviceSims: serve(getDeviceSims, async ({ scope }) => {
      const rows: readonly Row[] = await database.selectFrom('device_sim').selectAll().orderBy('serial').execute();
      const isVisible = ({ serial, saved_at }: Row) => {
        const organisation = registry.organisationOfDevice(serial);
        if (scope === 'all') return true;
        return organisation != null && scope.has(organisation) && mayReadSecret(scope, registry, serial, saved_at);
      };
      return { result: rows.filter(isVisible).map(simOf) };
    }),
    postDeviceSims: serve(postDeviceSims, async ({ caller, scope, body }) => {
      for (const { serial } of body.sims) requireDevice(scope, registry, serial);
      const isOwn = (serial: string, savedAt: Date) => mayReadSecret(new Set(), registry, serial, savedAt);
      const save = { scope, sims: body.sims, at: new Date(now()), by: caller.name, isOwn };
      await database.transaction().execute((tx) => saveSims(tx, save));
      return { result: true };
    }),
  };
}
