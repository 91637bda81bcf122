/** Latitude and longitude of a location: typed, validated, and compared with its time zone. */

/** A place on the earth, in degrees (WGS 84); both are null if the location has none. */
export interface Coordinates {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

const MAX_LATITUDE = 90;
const MAX_LONGITUDE = 180;

const isWithin = (value: number, most: number) => Number.isFinite(value) && Math.abs(value) <= most;

/** Returns why coordinates (both or neither, in degrees) are invalid; undefined if they are valid. Used by console and server. */
export function coordinatesProblem({ latitude, longitude }: Coordinates): string | undefined {
  if (latitude === null && longitude === null) return undefined;
  if (latitude === null || longitude === null) return 'Latitude and longitude belong together.';
  if (!isWithin(latitude, MAX_LATITUDE)) return `Latitude must be between -${MAX_LATITUDE} and ${MAX_LATITUDE} degrees.`;
  if (!isWithin(longitude, MAX_LONGITUDE)) return `Longitude must be between -${MAX_LONGITUDE} and ${MAX_LONGITUDE} degrees.`;
  return undefined;
}

const DEGREES_PER_HOUR = 15;
/** Maximum deviation of a time zone from solar time, in hours; the largest deviations are about three. */
const MOST_HOURS = 3.5;

/**
 * Returns a question if the coordinates do not fit the time zone of the location, for example because they are swapped or mistyped; undefined when they fit.
 * `zoneOffsetHours` is the offset of the time zone from UTC.
 */
export function coordinatesQuestion({ longitude }: Coordinates, zoneOffsetHours: number): string | undefined {
  if (longitude === null) return undefined;
  const apart = Math.abs(longitude / DEGREES_PER_HOUR - zoneOffsetHours);
  const hours = Math.min(apart, 24 - apart);
  return hours <= MOST_HOURS ? undefined : 'This place is far from its timezone. Are latitude and longitude swapped, or is a sign missing?';
}

/** Coordinates in a form; '' means an empty field. */
export interface TypedCoordinates {
  readonly latitude: string;
  readonly longitude: string;
}

const NUMBER = /^[-+\u2212]?\d+(?:[.,]\d+)?\s*°?$/;
/** Both coordinates in one text, as map sites copy them: `51.0702, 4.5301`. */
const PAIR = /^([-+\u2212]?\d+\.\d+)\s*°?\s*[,;\s]\s*([-+\u2212]?\d+\.\d+)\s*°?$/;

/** Parses degrees with a decimal point or comma; null for an empty field, NaN for anything that is not a number. */
function degreesOf(typed: string): number | null {
  const text = typed.trim();
  if (text === '') return null;
  return NUMBER.test(text) ? Number(text.replace('°', '').replace(',', '.').replace('\u2212', '-')) : Number.NaN;
}

/** Returns typed coordinates in degrees; NaN for a text that is not a number, null for empty fields. */
export const coordinatesOf = ({ latitude, longitude }: TypedCoordinates): Coordinates => ({
  latitude: degreesOf(latitude),
  longitude: degreesOf(longitude),
});

/** Returns both coordinates from a text that holds both, as map sites copy them; null for other texts. */
export function coordinatePair(typed: string): TypedCoordinates | null {
  const [, latitude, longitude] = PAIR.exec(typed.trim()) ?? [];
  return latitude === undefined || longitude === undefined ? null : { latitude, longitude };
}

/** Returns coordinates as texts for a form. */
export const typedCoordinates = ({
  latitude,
  longitude,
}: { readonly [Name in keyof Coordinates]?: number | null | undefined }): TypedCoordinates => ({
  latitude: latitude == null ? '' : String(latitude),
  longitude: longitude == null ? '' : String(longitude),
});

/** Returns the message of each field of typed coordinates; undefined for a valid field. */
export function typedCoordinatesProblems(typed: TypedCoordinates): { readonly [Name in keyof TypedCoordinates]: string | undefined } {
  const { latitude, longitude } = coordinatesOf(typed);
  const words = (name: string, value: number | null) =>
    Number.isNaN(value) ? `${name} must be a number of degrees, such as 51.07.` : undefined;
  const unread = { latitude: words('Latitude', latitude), longitude: words('Longitude', longitude) };
  if (unread.latitude !== undefined || unread.longitude !== undefined) return unread;
  return {
    latitude: coordinatesProblem({ latitude, longitude: latitude === null ? longitude : 0 }),
    longitude: coordinatesProblem({ latitude: longitude === null ? latitude : 0, longitude }),
  };
}
