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

type Totals = Pick<MetricsRow, 'mileage' | 'laneswitches' | 'active_time' | 'uv_switches' | 'uv_active_time'>;
type MetricsRow = Selectable<Database['metrics']>;

/** Returns a total; null if the device has never reported it. Source: TOTALS1. */
const totalOf = (row: MetricsRow, name: keyof Totals) => (row.missing?.includes(name) === true ? null : { value: row[name] });

const instantOf = (ms: number) => new Date(ms).toISOString();

/**
 * Handlers of lifetime metrics, of devices and in total. `updated` and `time` are the receive time of the newest report, or the current time if there is none.
 */
export function metricsHandlers(dependencies: MetricsDependencies): Pick<Handlers, 'getMetrics' | 'getTotalMetrics'> {
  const newest = (rows: readonly { received_at: Date }[]) =>
    rows.length === 0 ? dependencies.now() : rows.reduce((latest, row) => Math.max(latest, row.received_at.getTime()), 0);
  return {
    getMetrics: serve(getMetrics, async ({ scope }) => {
      const rows = await visibleRows(dependencies, scope);
      const result = rows.map((row) => ({
        serial: row.serial,
        mileage: totalOf(row, 'mileage'),
        laneswitches: totalOf(row, 'laneswitches'),
        active_time: totalOf(row, 'active_time'),
        uv_switches: totalOf(row, 'uv_switches'),
        uv_active_time: totalOf(row, 'uv_active_time'),
      }));
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
