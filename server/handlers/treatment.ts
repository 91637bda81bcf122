import { getTreatmentAll, getTreatmentDownload, getTreatmentsLastDay, getTreatmentsSync } from '#contract/treatment';
import type { ParsedQueryOf } from '#contract/call';
import { notFound } from '../failure.ts';
import { serve, type Handlers } from '../http/serve.ts';
import { serveFile } from '../http/serveFile.ts';
import type { Principal } from '../principal.ts';
import { requireDevice, scopeOf, type Scope } from '../visibility.ts';
import { windowOf } from './page.ts';
import { eventsOf } from './treatmentEvents.ts';
import { treatmentOf, treatmentsIn, withColumns } from './treatmentRows.ts';
import type { World } from './world.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const MAX_ROWS = 1_000;

/** How long a synchronisation is waited for, in ms; one that takes longer goes on by itself. */
const SYNC_WAIT_MS = 5_000;

type TreatmentCall = 'getTreatmentsLastDay' | 'getTreatmentAll' | 'getTreatmentDownload' | 'getTreatmentsSync';

async function lastDay(world: World, scope: Scope) {
  // By the minute: an answer that says the same is then the same, and no news to the consoles that ask every 3 s.
  const until = Math.floor(world.now() / MINUTE_MS) * MINUTE_MS;
  const from = new Date(until - DAY_MS);
  const found = treatmentsIn(world, scope).where((where) =>
    where.or([
      where('treatment.creation_time', '>=', from),
      where('treatment.finish_time', '>=', from),
      where('treatment.finish_status', '=', ''),
    ]),
  );
  const rows = await withColumns(found).limit(MAX_ROWS).execute();
  return { result: rows.map(treatmentOf), from_dt: from.toISOString(), to_dt: new Date(until).toISOString() };
}

async function all(world: World, scope: Scope, query: ParsedQueryOf<typeof getTreatmentAll>) {
  let found = treatmentsIn(world, scope);
  if (query.device_serial !== undefined) found = found.where('treatment.serial', '=', query.device_serial);
  if (query.map_id !== undefined) found = found.where('treatment.map_id', '=', query.map_id);
  if (query.from !== undefined) found = found.where('treatment.creation_time', '>=', new Date(query.from));
  if (query.to !== undefined) found = found.where('treatment.creation_time', '<=', new Date(query.to));
  const { total } = await found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const { limit, offset } = windowOf(query);
  const rows = await withColumns(found).limit(limit).offset(offset).execute();
  const ids = rows.map(({ treatment_id }) => treatment_id);
  const events = await eventsOf(world, ids, 'reasons');
  return { total, results: rows.map((row) => ({ ...treatmentOf(row), events: events.get(row.treatment_id) ?? [] })) };
}

async function one(world: World, scope: Scope, id: string) {
  const row = await withColumns(treatmentsIn(world, scope).where('treatment.treatment_id', '=', id)).executeTakeFirst();
  if (row === undefined) throw notFound('no such treatment');
  const events = await eventsOf(world, [id], 'all');
  return { ...treatmentOf(row), events: events.get(id) ?? [] };
}

/** Treatments: of the last day, page by page, as a file, and sent anew by their device. */
export function treatmentHandlers(world: World): Pick<Handlers, TreatmentCall> {
  const scoped = (caller: Principal) => scopeOf(caller, world.registry);
  return {
    getTreatmentsLastDay: serve(getTreatmentsLastDay, ({ caller }) => lastDay(world, scoped(caller))),
    getTreatmentAll: serve(getTreatmentAll, ({ caller, query }) => all(world, scoped(caller), query)),
    getTreatmentDownload: serveFile(getTreatmentDownload, async ({ caller, params: { id } }) => {
      const text = JSON.stringify(await one(world, scoped(caller), id), null, 2);
      return { fileName: `treatment_${id}.json`, type: 'application/json', body: Buffer.from(`${text}\n`) };
    }),
    getTreatmentsSync: serve(getTreatmentsSync, async ({ caller, params, requestId }) => {
      const serial = requireDevice(scoped(caller), world.registry, params.serial);
      const given = await world.commands.give({ serial, command: 'sync', arguments: {}, caller, requestId, needsControl: false });
      const { status } = await world.commands.ended(given.id, SYNC_WAIT_MS);
      return { success: status !== 'failed' && status !== 'expired' };
    }),
  };
}
