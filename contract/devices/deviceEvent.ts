/** Device events with `eventLevel` and their filter; log files of a device (`deviceLog`), their list, upload and download. */

import { call } from '../call.ts';
import { hasOlder, instant, optionalLocalTime, paged, pageQuery, z } from '../schema.ts';

/** The levels by which events can be filtered. Source: RULE-080. */
export const eventFilter = z.enum(['success', 'info', 'warning', 'error']);
/** The levels of events; `fatal` is listed only without a filter. Source: RULE-080, GAP-22. */
export const eventLevel = z.enum([...eventFilter.options, 'fatal']);
/** The level of an event. */
export type EventLevel = z.infer<typeof eventLevel>;

/** The link of an event: to an incident or a treatment. A server may send an id as a number. */
const eventAction = z.object({
  incident_id: z.nullish(z.union([z.string(), z.number()])),
  treatment_id: z.nullish(z.union([z.string(), z.number()])),
});

/**
 * An event of a device. The Belgian time may be missing or ''; the device's local time is null while it is not deployed or when its clock is implausible; its zone is an IANA name.
 * Source: spec, Event; OPEN-22.
 */
export const deviceEvent = z.object({
  belgian_local_time: optionalLocalTime,
  device_local_time: optionalLocalTime,
  device_local_timezone: z.nullish(z.string()),
  /** One of `eventLevel`; an unknown level is shown unchanged. */
  level: z.nullish(z.string()),
  message: z.nullish(z.string()),
  /** Additional data of the device, in any shape. */
  data: z.optional(z.unknown()),
  /** An `eventAction`; a string or number has no link and is shown unchanged. */
  action: z.nullish(z.union([eventAction, z.string(), z.number()])),
});
/** An event of a device. */
export type DeviceEvent = z.infer<typeof deviceEvent>;

/** Returns the events of a device, newest first. Fails: 400 unknown level, 404 unknown or not visible. Source: CALL-004, OPEN-22, GAP-86. */
export const getEvents = call({
  method: 'GET',
  path: 'machine/{serial}/events',
  summary: 'Events of a device, newest first.',
  query: z.extend(pageQuery, { level: z.optional(eventFilter) }),
  answer: paged(deviceEvent),
});

/**
 * A log file stored on a device. `size` is that of the uploaded file in bytes, missing or null if the file was not uploaded; not in the specification, only
 * from a server with `log_files`. Source: spec, Device log.
 */
export const deviceLog = z.object({ timestamp: instant, database_id: z.string(), size: z.nullish(z.int()) });
/** A log file stored on a device. */
export type DeviceLog = z.infer<typeof deviceLog>;

/** Returns the newest 1,000 log files on a device, newest first, without paging. Fails: 404 unknown or not visible. Source: CALL-003, OPEN-21. */
export const getLogs = call({
  method: 'GET',
  path: 'machine/{serial}/logs',
  summary: 'Log files on a device, newest first.',
  answer: z.object({ result: z.array(deviceLog), has_older: hasOlder }),
});

/**
 * Returns the uploaded log file, unchanged, in any format. Fails: 404 unknown, not visible or not uploaded, 503 while the file storage is unavailable. Not in
 * the specification: feature `log_files`.
 */
export const getLogFile = call({
  method: 'GET',
  path: 'machine/{serial}/logs/{database_id}/download',
  summary: 'An uploaded log file of a device.',
  answer: z.unknown(),
  file: true,
  fileName: ({ params }) => params['database_id'] ?? '',
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const deviceEventCalls = { getEvents, getLogs, getLogFile } as const;
