/** Handlers that read device events and the list of log files, and send a stored log file. */

import { sql, type Kysely } from 'kysely';
import { deviceEvent, getEvents, getLogFile, getLogs, type DeviceEvent, type EventLevel } from '#contract/devices/deviceEvent';
import { wordsOfLevel } from '#domain/devices/eventLevel';
import { eventDataOf } from '../../fleet/ingest/eventData.ts';
import { serve, type CallRequest, type Handlers } from '../../platform/http/serve.ts';
import { serveFile } from '../../platform/http/serveFile.ts';
import type { FileStorage } from '../../platform/storage/fileStorage.ts';
import { isClockKnown } from '../../fleet/ingest/receivedLog.ts';
import { localTimesIn } from '../../platform/localTime.ts';
import type { Scope } from '../../platform/principal.ts';
import { duringTimes } from '../../locations/duringTimes.ts';
import { requireOwnTimes, type ReadableDevice } from '../../locations/visibility.ts';
import { zoneOfDevice } from '../../locations/zoneOfDevice.ts';
import { readLogFile } from './logFiles.ts';
import { newestRows } from '../../platform/database/newestRows.ts';
import { windowOf } from '../../platform/database/pageOfRows.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { OwnershipRegistry } from '../../locations/ownershipRegistry.ts';

/** Dependencies of the device event calls. */
export interface DeviceEventDependencies {
  readonly database: Kysely<Database>;
  readonly registry: OwnershipRegistry;
  readonly storage: FileStorage;
}

/** Maximum number of log files in a response, newest first. */
const MAX_FILES = 1_000;
const { data: dataShape, action: actionShape } = deviceEvent.shape;

const eventsOf = ({ database }: DeviceEventDependencies, { serial, times }: ReadableDevice, level: EventLevel | undefined) => {
  const all = database
    .selectFrom('device_event')
    .where('serial', '=', serial)
    .where(duringTimes(sql.ref('at'), times));
  return level === undefined ? all : all.where('level', 'in', wordsOfLevel(level));
};

const rowsOf = (dependencies: DeviceEventDependencies, { query }: Pick<CallRequest<typeof getEvents>, 'query'>, device: ReadableDevice) => {
  const { limit, offset } = windowOf(query);
  return eventsOf(dependencies, device, query.level)
    .select(['at', 'received_at', 'device_time', 'level', 'message', 'data', 'action'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
};

type Row = Awaited<ReturnType<typeof rowsOf>>[number];

const eventOf = (row: Row, times: ReturnType<typeof localTimesIn>): DeviceEvent => ({
  ...times({ at: row.at, deviceTime: isClockKnown(row.device_time.getTime(), row.received_at.getTime()) ? row.device_time : null }),
  level: row.level,
  message: row.message,
  data: dataShape.parse(eventDataOf(row.data)),
  action: actionShape.parse(row.action),
});

async function readEvents(dependencies: DeviceEventDependencies, request: CallRequest<typeof getEvents>, device: ReadableDevice) {
  const count = eventsOf(dependencies, device, request.query.level).select(({ fn }) => fn.countAll<number>().as('total'));
  const [{ total }, rows, zone] = await Promise.all([
    count.executeTakeFirstOrThrow(),
    rowsOf(dependencies, request, device),
    zoneOfDevice(dependencies.database, device),
  ]);
  const times = localTimesIn(zone);
  return { total, results: rows.map((row) => eventOf(row, times)) };
}

async function readFiles({ database }: DeviceEventDependencies, { serial, times }: ReadableDevice) {
  const found = await database
    .selectFrom('device_log')
    .select(['timestamp', 'database_id', sql<number | null>`size::float8`.as('size')])
    .where('serial', '=', serial)
    // A file that the device deleted without having uploaded it is lost.
    .where((where) => where.or([where('removed_at', 'is', null), where('size', 'is not', null)]))
    // A file belongs to the organisation for which the device worked when it reported the file, whatever the time of the file.
    .where(duringTimes(sql.ref('received_at'), times))
    .orderBy('timestamp', 'desc')
    .orderBy('database_id', 'desc')
    .limit(MAX_FILES + 1)
    .execute();
  const { rows, older } = newestRows(found, MAX_FILES);
  return {
    ...older,
    result: rows.map(({ timestamp, database_id, size }) => ({
      timestamp: timestamp.toISOString(),
      database_id,
      ...(size === null ? {} : { size }),
    })),
  };
}

/** Creates the handlers of device events and device logs. */
export function deviceEventHandlers(dependencies: DeviceEventDependencies): Pick<Handlers, 'getEvents' | 'getLogs' | 'getLogFile'> {
  const permitted = ({ scope, params }: { readonly scope: Scope; readonly params: { readonly serial: string } }) =>
    requireOwnTimes(scope, dependencies.registry, params.serial);
  return {
    getEvents: serve(getEvents, (request) => readEvents(dependencies, request, permitted(request))),
    getLogs: serve(getLogs, (request) => readFiles(dependencies, permitted(request))),
    getLogFile: serveFile(getLogFile, async (request) => {
      const { database_id: id } = request.params;
      const body = await readLogFile(dependencies.database, dependencies.storage, permitted(request), id);
      // The device determines the content, so the browser saves the file and never renders it.
      return { fileName: id, type: 'application/octet-stream', body };
    }),
  };
}
