/** The local time of a device and the Belgian time of an instant, without offset. */

import { BELGIAN_ZONE, isoTextsIn } from '#domain/text/dates';

/** Local times of one event, without offset. Source: conventions (`2025-03-04T14:05:00`). */
export interface LocalTimes {
  /** Europe/Brussels. */
  readonly belgian_local_time: string;
  /** In the time zone of the device's location; null when the device is not deployed or its time is unknown. */
  readonly device_local_time: string | null;
  /** IANA name; null in the same cases as the local time. */
  readonly device_local_timezone: string | null;
}

/** Time of an event by the server's clock, and by the device's clock; null when the latter is unknown. */
export interface EventTimes {
  readonly at: Date;
  readonly deviceTime: Date | null;
}

function knownClock(timeZone: string | null): ((at: Date) => string) | null {
  try {
    return timeZone === null ? null : isoTextsIn(timeZone);
  } catch {
    // The location has an invalid time zone: the local time of the device is unknown.
    return null;
  }
}

/** Creates a formatter of local times for devices in this zone. Create it once per response, since its creation is expensive. */
export function localTimesIn(deviceZone: string | null): (happened: EventTimes) => LocalTimes {
  const belgian = isoTextsIn(BELGIAN_ZONE);
  const device = knownClock(deviceZone);
  return ({ at, deviceTime }) => {
    const isKnown = device !== null && deviceTime !== null;
    return {
      belgian_local_time: belgian(at),
      device_local_time: isKnown ? device(deviceTime) : null,
      device_local_timezone: isKnown ? deviceZone : null,
    };
  };
}
