/** Lifetime metrics: mileage, lane switches, active and UV time, per device and as totals of the fleet. */

import { call } from '../call.ts';
import { optionalInstant, z } from '../schema.ts';

const measured = z.nullish(z.object({ value: z.nullish(z.number()) }));

/** Lifetime totals of one device: mileage in metres, times in seconds; unknown metrics are omitted. Source: OPEN-07. */
export const deviceMetrics = z.object({
  serial: z.string(),
  mileage: measured,
  laneswitches: measured,
  active_time: measured,
  uv_switches: measured,
  uv_active_time: measured,
});

/** Returns the metrics of each device. Source: CALL-026. */
export const getMetrics = call({
  method: 'GET',
  path: 'metrics',
  summary: 'Mileage, lane switches and hours per device.',
  answer: z.object({ result: z.array(deviceMetrics), updated: optionalInstant }),
});

/** Returns the totals of the fleet: `total_mileage` in metres (shown as km), lane switches as a count. Source: CALL-027, OPEN-08. */
export const getTotalMetrics = call({
  method: 'GET',
  path: 'total_metrics',
  summary: 'Totals of the devices the caller may see.',
  answer: z.object({ total_mileage: z.number(), total_laneswitches: z.number(), time: optionalInstant }),
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const metricsCalls = { getMetrics, getTotalMetrics } as const;
