/** A place on the earth, in degrees (WGS 84); both are null for none. */
export interface Coordinates {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

const MAX_LATITUDE = 90;
const MAX_LONGITUDE = 180;

const isWithin = (value: number, most: number) => Number.isFinite(value) && Math.abs(value) <= most;

/** Validates coordinates: both or none, in degrees. Returns the message, undefined when valid. Used by console and server. */
export function coordinatesProblem({ latitude, longitude }: Coordinates): string | undefined {
  if (latitude === null && longitude === null) return undefined;
  if (latitude === null || longitude === null) return 'Latitude and longitude belong together.';
  if (!isWithin(latitude, MAX_LATITUDE)) return `Latitude must be between -${MAX_LATITUDE} and ${MAX_LATITUDE} degrees.`;
  if (!isWithin(longitude, MAX_LONGITUDE)) return `Longitude must be between -${MAX_LONGITUDE} and ${MAX_LONGITUDE} degrees.`;
  return undefined;
}

const DEGREES_PER_HOUR = 15;
/** How far a time zone may be from the time of the sun, in hours: the widest are about three. */
const MOST_HOURS = 3.5;

/**
 * Returns a question about coordinates that do not fit the time zone of the location, as with swapped or mistyped degrees; undefined when they fit.
 * `zoneOffsetHours` is the offset of the time zone from UTC.
 */
export function coordinatesQuestion({ longitude }: Coordinates, zoneOffsetHours: number): string | undefined {
  if (longitude === null) return undefined;
  const apart = Math.abs(longitude / DEGREES_PER_HOUR - zoneOffsetHours);
  const hours = Math.min(apart, 24 - apart);
  return hours <= MOST_HOURS ? undefined : 'This place is far from its timezone. Are latitude and longitude swapped, or is a sign missing?';
}
