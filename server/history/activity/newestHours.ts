/** The hours after the newest counted hour, counted on request from the reports. */

import type { OwnershipRegistry } from '../../locations/ownershipRegistry.ts';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import type { HistoryStore } from '../reports/historyStore.ts';
import { costOf, countReports, readReportsByDevice } from '../reports/readReports.ts';
import { compareReceived, type ReportSpan } from '../reports/reportSpan.ts';
import { rollupFold, type Rollup } from '../rollups/rollup.ts';

/** Maximum number of reports that are counted for a response: for a large fleet the newest hours are missing until the job has counted them. */
const COUNTED_REPORTS = 250_000;

/** Returns the hours of a span after the newest counted one, counted on request; null if they have too many reports. */
export async function newestHours(
  store: HistoryStore,
  span: ReportSpan,
  servicesOf: OwnershipRegistry['servicesOf'],
): Promise<readonly Rollup[] | null> {
  if (span.from >= span.to) return [];
  if (costOf(await countReports(store, span)) > COUNTED_REPORTS) return null;
  const bySerial = await readReportsByDevice(store, span);
  const hours = await mapInTurns([...bySerial], ([serial, own]) => {
    const fold = rollupFold(serial, servicesOf(serial) ?? []);
    for (const report of own.toSorted(compareReceived)) fold.push(report);
    return fold.done();
  });
  return hours.flat();
}
