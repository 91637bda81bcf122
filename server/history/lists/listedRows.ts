/** The rows of each list of a past span: commands, events, changes of configuration, treatments and incidents, as they were known. */

import { sql } from 'kysely';
import { commandKind, commandStatus, type Command, type CommandStatus } from '#contract/command';
import { configValue } from '#contract/devices/configuration';
import { deviceEvent } from '#contract/devices/deviceEvent';
import { eventDataOf } from '../../fleet/ingest/eventData.ts';
import { areReadable } from '../reports/readableRows.ts';
import type { Incident } from '#contract/incident';
import { z } from '#contract/schema';
import { isOfViewableGroup, requestedAt, viewableArguments } from '../../configuration/changeHistory.ts';
import type { ViewableColours } from '../../configuration/viewable.ts';
import { isClockKnown } from '../../fleet/ingest/receivedLog.ts';
import { incidentsIn, selectIncidentColumns } from '../../incidents/readIncidents.ts';
import type { Scope } from '../../platform/principal.ts';
import { selectTreatmentColumns, treatmentOf, treatmentsIn } from '../../treatments/readTreatments.ts';
import { MAX_LISTED, textUntil, versionsOf, type FoundRows, type ListReading, type Version } from './listReader.ts';

/** Maximum size of the `data` of a listed event, in bytes of JSON; larger data is replaced by a text. */
const MAX_DATA_BYTES = 4_096;

const foundOf = <Row>(rows: readonly Row[], found: (row: Row) => readonly Version[]): FoundRows => ({
  versions: rows.flatMap(found),
  isFull: rows.length >= MAX_LISTED,
});

/** Returns the later of two instants, the second of which may be missing. */
const later = (at: Date, other: Date | null): Date => (other !== null && other > at ? other : at);

const words = z.record(z.string(), z.unknown());
const { data: dataShape, action: actionShape } = deviceEvent.shape;

/** Returns the commands that people sent, without the parameters that the caller may not view. */
export async function listedCommands(reading: ListReading, colours: ViewableColours): Promise<FoundRows> {
  const rows = await reading.database
    .selectFrom('command')
    .selectAll()
    .select(viewableArguments(colours).as('viewable_arguments'))
    .where('device_serial', 'in', reading.serials)
    .where(areReadable(reading, sql.ref('device_serial'), sql.ref('given_at')))
    .where('given_at', '>=', reading.from)
    .where('given_at', '<', reading.to)
    .where('command', 'not in', ['report', 'fetch'])
    .orderBy('given_at', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return foundOf(rows, (row) => {
    const { id, device_serial: serial, given_at, sent_at, delivered_at, ended_at } = row;
    const statusAt = (until: number): CommandStatus => {
      if (ended_at !== null && ended_at.getTime() <= until) return commandStatus.parse(row.status);
      return textUntil(delivered_at, until) !== null ? 'delivered' : textUntil(sent_at, until) !== null ? 'sent' : 'given';
    };
    return versionsOf({ id, serial, at: given_at }, [given_at, sent_at, delivered_at, ended_at], (until): Command => ({
      id,
      device_serial: serial,
      command: commandKind.parse(row.command),
      arguments: words.parse(row.viewable_arguments),
      status: statusAt(until),
      given_at: given_at.toISOString(),
      given_by: row.given_by,
      given_by_name: row.given_by_name,
      holder: row.holder,
      holder_name: row.holder_name,
      sent_at: textUntil(sent_at, until),
      delivered_at: textUntil(delivered_at, until),
      ended_at: textUntil(ended_at, until),
      text: textUntil(ended_at, until) === null ? null : row.text,
    }));
  });
}

/** Returns the events that devices reported, each known from its receipt by the server; `data` that is too large is left out. */
export async function listedEvents(reading: ListReading): Promise<FoundRows> {
  const rows = await reading.database
    .selectFrom('device_event')
    .select(['id', 'serial', 'at', 'received_at', 'device_time', 'level', 'message', 'action'])
    .select(
      sql`case when octet_length(data::text) > ${MAX_DATA_BYTES} then to_json('Too long to be listed'::text) else data end`.as('data'),
    )
    .where('serial', 'in', reading.serials)
    .where(areReadable(reading, sql.ref('serial'), sql.ref('at')))
    .where('at', '>=', reading.from)
    .where('at', '<', reading.to)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return foundOf(rows, ({ id, serial, at, received_at, device_time, level, message, ...row }) => {
    const deviceTime = isClockKnown(device_time.getTime(), received_at.getTime()) ? device_time : null;
    const knownAt = later(at, received_at);
    return versionsOf({ id: String(id), serial, at }, [knownAt], () => ({
      ...reading.localTimesOf(serial)({ at, deviceTime }),
      level,
      message,
      data: dataShape.parse(eventDataOf(row.data)),
      action: actionShape.parse(row.action),
    }));
  });
}

/** Returns the changes of parameters that the caller may view, without the changes recorded by an earlier release, whose group is unknown. */
export async function listedChanges(reading: ListReading, colours: ViewableColours): Promise<FoundRows> {
  const rows = await reading.database
    .selectFrom('config_change')
    .selectAll()
    .where('serial', 'in', reading.serials)
    .where(areReadable(reading, sql.ref('serial'), sql.ref('at')))
    .where(areReadable(reading, sql.ref('serial'), requestedAt))
    .where('at', '>=', reading.from)
    .where('at', '<', reading.to)
    .where(sql<boolean>`coalesce(${isOfViewableGroup(colours)}, false)`)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return foundOf(rows, ({ id, serial, at, device_time, ...row }) =>
    versionsOf({ id: String(id), serial, at }, [at], () => ({
      ...reading.localTimesOf(serial)({ at, deviceTime: device_time }),
      file_name: row.file_name,
      config_name: row.config_name,
      old_value: z.nullable(configValue).parse(row.old_value),
      new_value: z.nullable(configValue).parse(row.new_value),
      done_by: row.by_name,
    })),
  );
}

/**
 * Returns the treatments that were created or running in the span. Each is known from its first receipt by the server; its outcome and lanes are known from its
 * end. A treatment without an end time ended with its last report. Its map has the name and version from the treatment.
 */
export async function listedTreatments(reading: ListReading, scope: Scope): Promise<FoundRows> {
  const found = treatmentsIn({ database: reading.database, now: () => reading.to.getTime() }, scope)
    .where('treatment.serial', 'in', reading.serials)
    .where(areReadable(reading, sql.ref('treatment.serial'), sql.ref('treatment.creation_time')))
    .where('treatment.creation_time', '<', reading.to)
    .where((row) =>
      row.or([
        row('treatment.creation_time', '>=', reading.from),
        row('treatment.finish_time', '>=', reading.from),
        row('treatment.finish_status', '=', ''),
      ]),
    );
  const rows = await selectTreatmentColumns(found, scope).limit(MAX_LISTED).execute();
  return foundOf(rows, (row) => {
    const { treatment_id: id, serial, creation_time: at, received_at: receivedAt } = row;
    const startedAt = row.start_time && later(row.start_time, receivedAt);
    const endedAt = row.finish_status === '' ? null : later(row.finish_time ?? row.reported_at ?? at, receivedAt);
    const versions = versionsOf({ id, serial, at }, [later(at, receivedAt), startedAt, endedAt], (until) => {
      const hasStarted = textUntil(startedAt, until) !== null;
      const hasEnded = textUntil(endedAt, until) !== null;
      const known = {
        ...row,
        device_name: reading.nameOf(serial),
        map_versions: null,
        start_time: hasStarted ? row.start_time : null,
        finish_time: hasEnded ? row.finish_time : null,
        finish_status: hasEnded ? row.finish_status : '',
        has_stats: hasEnded && row.has_stats,
        wait_seconds: hasStarted ? row.wait_seconds : null,
      };
      return treatmentOf(known);
    });
    return versions.map((version) => ({ ...version, lastAt: endedAt?.getTime() ?? Infinity }));
  });
}

/** Returns the recorded incidents with the instants of their uploads; their post-processing is not part of the history. */
export async function listedIncidents(reading: ListReading, scope: Scope): Promise<FoundRows> {
  const found = incidentsIn(reading.database, scope)
    .where('incident.serial', 'in', reading.serials)
    .where(areReadable(reading, sql.ref('incident.serial'), sql.ref('incident.incident_time')))
    .where('incident.incident_time', '>=', reading.from)
    .where('incident.incident_time', '<', reading.to);
  const rows = await selectIncidentColumns(found).limit(MAX_LISTED).execute();
  return foundOf(rows, (row) => {
    const { incident_id: id, serial, incident_time: at, upload_started, upload_finished } = row;
    const receivedAt = later(at, row.received_at);
    return versionsOf({ id, serial, at }, [receivedAt, upload_started, upload_finished], (until): Incident => ({
      incident_id: id,
      incident_time: at.toISOString(),
      error_code: row.error_code,
      machine_serial: serial,
      manually_triggered: row.manually_triggered,
      map_id: row.map_id,
      map_version: row.map_version,
      during_mission: row.during_mission,
      treatment_id: row.treatment_id,
      node_id: row.node_id,
      upload_results: { upload_started: textUntil(upload_started, until), upload_finished: textUntil(upload_finished, until) },
      post_processing_results: null,
    }));
  });
}
