/** The times of reported treatments by the server's clock, in a possible order. */

import { sql, type Transaction } from 'kysely';
import type { TreatmentReport } from '../fleet/ingest/backlog.ts';
import { knownMoment } from '../fleet/ingest/receivedLog.ts';
import type { Database } from '../platform/database/tables.ts';

/** The times of a report for the database; `latest_…` limits the stored time if the device cannot have meant the reported one; null if there is no limit. */
interface TreatmentTimes {
  readonly creation_time: Date;
  readonly latest_creation: Date | null;
  readonly start_time: Date | null;
  readonly is_start_known: boolean;
  readonly latest_start: Date | null;
  readonly finish_time: Date | null;
  readonly is_finish_known: boolean;
}

/** A report of a treatment with its times. */
export interface DatedReport extends TreatmentReport {
  readonly times: TreatmentTimes;
}

const dateOf = (at: number | null) => (at === null ? null : new Date(at));
const earliest = (...instants: readonly (number | null)[]) => {
  const known = instants.filter((at) => at !== null);
  return known.length === 0 ? null : Math.min(...known);
};

const reportedOf = ({ data }: TreatmentReport) => ({
  created: Date.parse(data.creation_time),
  started: data.start_time === null ? null : Date.parse(data.start_time),
  finished: data.finish_time === null ? null : Date.parse(data.finish_time),
});

/** Returns whether a treatment ended, by a correct clock, so long ago that a device's time of it is not accepted. */
function isOldEnd(report: TreatmentReport): boolean {
  const { finished } = reportedOf(report);
  return finished !== null && report.isClockRight === true && finished < report.receivedAt && knownMoment(finished, report) === null;
}

/**
 * Returns whether a treatment is an old one that its device kept: it ended long ago, and none of its times is before the server knew the device, as times of an
 * unset clock are. `knownSince` in ms since epoch. Source: CLOCK16, CLOCK17.
 */
function isOfLongAgo(report: TreatmentReport, knownSince: number): boolean {
  const { created, started, finished } = reportedOf(report);
  if (finished === null || !isOldEnd(report)) return false;
  return [created, started ?? created].every((at) => at >= knownSince && at <= finished);
}

/**
 * Returns the times of a treatment by the server's clock. A time that the device cannot have meant, such as a beginning after the end, is replaced by the
 * receipt of the report, or by an earlier time that is known to follow it. The times of an old treatment count until others are known. Source: CLOCK16,
 * CLOCK18.
 */
function timesOf(report: TreatmentReport, knownSince: number): TreatmentTimes {
  const { created, started, finished } = reportedOf(report);
  const end = finished === null ? null : knownMoment(finished, report);
  const known = (at: number) => {
    const moment = knownMoment(at, report);
    return moment !== null && end !== null && moment > end ? null : moment;
  };
  const isOld = isOfLongAgo(report, knownSince);
  const fallback = (at: number, latest: number | null) => (isOld ? at : Math.min(latest ?? report.receivedAt, report.receivedAt));
  const [creation, start] = [known(created), started === null ? null : known(started)];
  const latestCreation = creation === null ? earliest(start, end) : null;
  const latestStart = start === null ? end : null;
  return {
    creation_time: new Date(creation ?? fallback(created, latestCreation)),
    latest_creation: dateOf(latestCreation),
    start_time: started === null ? null : new Date(start ?? fallback(started, latestStart)),
    is_start_known: started === null || start !== null,
    latest_start: dateOf(latestStart),
    finish_time: finished === null ? null : new Date(end ?? fallback(finished, null)),
    is_finish_known: finished === null || end !== null,
  };
}

/**
 * Returns the instants since which the server knows the devices, in ms since epoch by serial: their first report or the beginning of their first deployment,
 * whichever is earlier.
 */
async function knownDevices(tx: Transaction<Database>, serials: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (serials.length === 0) return new Map();
  const { rows } = await sql<{ serial: string; since: Date | null }>`select serial, least(first_seen,
      (select min(creation_date) from deployment where device_serial = device.serial)) as since
    from device where serial = any(${serials})`.execute(tx);
  return new Map(rows.flatMap(({ serial, since }) => (since === null ? [] : [[serial, since.getTime()]])));
}

/** Returns reports with their times by the server's clock. */
export async function datedReports(tx: Transaction<Database>, reports: readonly TreatmentReport[]): Promise<readonly DatedReport[]> {
  const known = await knownDevices(
    tx,
    reports.filter(isOldEnd).map(({ serial }) => serial),
  );
  return reports.map((report) => ({ ...report, times: timesOf(report, known.get(report.serial) ?? Number.POSITIVE_INFINITY) }));
}
