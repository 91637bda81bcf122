/** Local times of one event, without offset. Source: conventions (`2025-03-04T14:05:00`). */
export interface LocalTimes {
  /** Europe/Brussels. */
  readonly belgian_local_time: string;
  /** In the zone of the device's location; null when it is not deployed or its clock is not known. */
  readonly device_local_time: string | null;
  /** IANA name; null as above. */
  readonly device_local_timezone: string | null;
}

/** When something happened: by our clock, and by the device's, null where that is not known. */
export interface Happened {
  readonly at: Date;
  readonly deviceTime: Date | null;
}

// Swedish writes ISO 8601 but for the T.
function clockIn(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => format.format(at).replace(' ', 'T');
}

function knownClock(timeZone: string | null): ((at: Date) => string) | null {
  try {
    return timeZone === null ? null : clockIn(timeZone);
  } catch {
    // A location whose zone is no zone: the device's time is then not known.
    return null;
  }
}

/** Writes the local times of events of one device, whose location lies in this zone. Made once per answer: a formatter is not cheap. */
export function localTimesIn(deviceZone: string | null): (happened: Happened) => LocalTimes {
  const belgian = clockIn('Europe/Brussels');
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
