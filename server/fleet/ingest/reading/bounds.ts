import { isId, isVersion } from '../../../platform/storableValues.ts';

/** No quantity of a robot is larger, in any unit; sums of what thousands report stay finite. */
const MAX_NUMBER = 1e12;
const MAX_INTEGER = 2_147_483_647;
const DAY_MS = 86_400_000;
/** Maximum length of an instant; PostgreSQL rejects overlong fractions. */
const MAX_INSTANT = 40;
/** Maximum length of a device's text in a command result, in characters. */
const MAX_RESULT_TEXT = 1_000;

type Bound = (value: unknown, receivedAt: number) => boolean;

const isShortText: Bound = (value) => typeof value !== 'string' || isId(value);
const isNameOrEmpty: Bound = (value) => value === '' || isShortText(value, 0);
const isCount: Bound = (value) => typeof value !== 'number' || (value >= 0 && value <= MAX_INTEGER);

/** The time of a message may be wrong, as a device's clock may be, but it must be an instant after 1970. */
const isTime: Bound = (value) => typeof value === 'string' && value.length <= MAX_INSTANT && Date.parse(value) > 0;
/** What happened cannot be of tomorrow: it would be the newest of every list for good. */
const isPast: Bound = (value, receivedAt) =>
  value === '' || (isTime(value, receivedAt) && typeof value === 'string' && Date.parse(value) <= receivedAt + DAY_MS);

/** The bounds of fields by their path. */
const bounds: Readonly<Record<string, Bound>> = {
  time: isTime,
  timestamp: isPast,
  upload_started: isPast,
  upload_finished: isPast,
  'data.creation_time': isPast,
  'data.start_time': isPast,
  'data.finish_time': isPast,
  command_id: isShortText,
  database_id: isShortText,
  incident_id: isShortText,
  error_code: isShortText,
  map_id: isShortText,
  node_id: isShortText,
  treatment_id: isShortText,
  'action.incident_id': isShortText,
  'action.treatment_id': isShortText,
  'data.treatment_id': isShortText,
  'data.map_id': isNameOrEmpty,
  'data.mission_id': isNameOrEmpty,
  'data.treatment_type': isNameOrEmpty,
  'data.finish_status': isNameOrEmpty,
  level: isShortText,
  map_version: (value) => typeof value !== 'string' || isVersion(value),
  'data.map_version': (value) => typeof value !== 'string' || isVersion(value),
  'data.total_asked': isCount,
  'data.total_treated': isCount,
  'data.total_failed': isCount,
  sequence: (value) => Number.isSafeInteger(value),
  text: (value) => typeof value !== 'string' || value.length <= MAX_RESULT_TEXT,
};

/** Returns whether a device may say this value in a field. `receivedAt` in ms since epoch; default: a time may be any. */
export function isWithinBounds(path: string, value: unknown, receivedAt = Number.POSITIVE_INFINITY): boolean {
  const bound = bounds[path];
  if (bound !== undefined) return bound(value, receivedAt);
  return typeof value !== 'number' || Math.abs(value) <= MAX_NUMBER;
}
