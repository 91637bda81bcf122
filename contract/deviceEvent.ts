import { call } from './call.ts';
import { instant, paged, pageQuery, z } from './schema.ts';

/** What can be filtered for. Source: RULE-080. */
export const eventFilter = z.enum(['success', 'info', 'warning', 'error']);
/** How grave an event is; `fatal` is found under all only. Source: RULE-080, GAP-22. */
export const eventLevel = z.enum([...eventFilter.options, 'fatal']);
/** How grave an event is. */
export type EventLevel = z.infer<typeof eventLevel>;

/** A local time without offset: `2025-03-04T14:05:00`. Source: conventions. */
const localTime = z.iso.datetime({ local: true, offset: false });

/** Where an event leads: to an incident, or to a treatment. Servers may write an id as a number. */
const eventAction = z.object({
  incident_id: z.union([z.string(), z.number()]).nullish(),
  treatment_id: z.union([z.string(), z.number()]).nullish(),
});

/**
 * What happened to a device. The device's time is null while it is not deployed, or when its clock cannot be right; its zone is an IANA name.
 * Source: spec, Event; OPEN-22.
 */
export const deviceEvent = z.object({
  belgian_local_time: localTime,
  device_local_time: localTime.nullish(),
  device_local_timezone: z.string().nullish(),
  /** One of `eventLevel`; a level of another server is shown as it is. */
  level: z.string().nullish(),
  message: z.string().nullish(),
  /** Whatever the device wrote down beside it. */
  data: z.unknown().optional(),
  /** An `eventAction`; a text or a number leads nowhere and is shown as it is. */
  action: z.union([eventAction, z.string(), z.number()]).nullish(),
});
/** What happened to a device. */
export type DeviceEvent = z.infer<typeof deviceEvent>;

/** Events of a device, newest first. 400 for another level, 404 unknown or foreign. Source: CALL-004, OPEN-22, GAP-86. */
export const getEvents = call({
  method: 'GET',
  path: 'machine/{serial}/events',
  summary: 'Events of a device, newest first.',
  query: pageQuery.extend({ level: eventFilter.optional() }),
  answer: paged(deviceEvent),
});

/** A log file that lies on a device. Source: spec, Device log. */
export const deviceLog = z.object({ timestamp: instant, database_id: z.string() });
/** A log file that lies on a device. */
export type DeviceLog = z.infer<typeof deviceLog>;

/** The log files on a device, newest first, not paged; the newest 1,000 when there are more. 404 unknown or foreign. Source: CALL-003, OPEN-21. */
export const getLogs = call({
  method: 'GET',
  path: 'machine/{serial}/logs',
  summary: 'Log files on a device, newest first.',
  answer: z.object({ result: z.array(deviceLog) }),
});
