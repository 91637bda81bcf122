import type { Kysely, Selectable } from 'kysely';
import { getMetrics, getTotalMetrics } from '#contract/fleet/metrics';
import { serve, type Handlers } from '../platform/http/serve.ts';
import type { Scope } from '../platform/principal.ts';
import { covers, readableSince } from '../locations/visibility.ts';
import type { Database } from '../platform/database/tables.ts';
import type { OwnershipRegistry } from '../locations/ownershipRegistry.ts';

/** Dependencies of the metrics calls. */
export interface MetricsDependencies {
  readonly database: Kysely<Database>;
  readonly registry: OwnershipRegistry;
  readonly now: () => number;
}

async function visibleRows({ database, registry }: MetricsDependencies, scope: Scope) {
  const rows = await database.selectFrom('metrics').selectAll().orderBy('serial').execute();
  return rows.filter(
    ({ serial, received_at }) =>
      covers(scope, registry.organisationOfDevice(serial) ?? null) && received_at.getTime() >= readableSince(scope, registry, serial),
  );
}

type MetricsRow = Selectable<Database['metrics']>;

const TOTALS = ['mileage', 'laneswitches', 'active_time', 'uv_switches', 'uv_active_time'] as const;

/** Returns the totals of a device, without totals that it has never reported. Source: TOTALS1, OPEN-07. */
const totalsOf = (row: MetricsRow): Partial<Record<(typeof TOTALS)[number], { readonly value: number }>> =>
  Object.fromEntries(TOTALS.flatMap((name) => (row.missing?.includes(name) === true ? [] : [[name, { value: row[name] }]])));

const instantOf = (ms: number) => new Date(ms).toISOString();

/**
 * Creates the handlers of lifetime metrics, of devices and in total. `updated` and `time` are the receive time of the newest report, or the current time if
 * there is none.
 */
export function metricsHandlers(dependencies: MetricsDependencies): Pick<Handlers, 'getMetrics' | 'getTotalMetrics'> {
  const newest = (rows: readonly { received_at: Date }[]) =>
    rows.length === 0 ? dependencies.now() : rows.reduce((latest, row) => Math.max(latest, row.received_at.getTime()), 0);
  return {
    getMetrics: serve(getMetrics, async ({ scope }) => {
      const rows = await visibleRows(dependencies, scope);
      const result = rows.map((row) => ({ serial: row.serial, ...totalsOf(row) }));
      return { result, updated: instantOf(newest(rows)) };
    }),
    getTotalMetrics: serve(getTotalMetrics, async ({ scope }) => {
      const rows = await visibleRows(dependencies, scope);
      return {
        total_mileage: rows.reduce((sum, row) => sum + row.mileage, 0),
        total_laneswitches: rows.reduce((sum, row) => sum + row.laneswitches, 0),
        time: instantOf(newest(rows)),
      };
    }),
  };
}
