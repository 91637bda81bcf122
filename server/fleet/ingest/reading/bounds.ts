import { messageLimits } from '#contract/messages/messageLimits';
import { DAY_MS } from '#domain/text/timeUnits';
import { isId, isVersion } from '../../../platform/storableValues.ts';

/** No quantity of a robot is larger, in any unit; sums over thousands of reports stay finite. */
const MAX_NUMBER = 1e12;
const MAX_INTEGER = 2_147_483_647;
/** Maximum length of an instant; PostgreSQL rejects overlong fractions. */
const MAX_INSTANT = 40;

interface Bound {
  readonly fits: (value: unknown, receivedAt: number) => boolean;
  /** The bounds in words. */
  readonly limit: string;
}

const shortText: Bound = {
  fits: (value) => typeof value !== 'string' || isId(value),
  limit: `1 to ${messageLimits.idCharacters} characters`,
};
/** The same bounds as in the call that sets a value. */
const fileName: Bound = {
  fits: (value) => typeof value !== 'string' || (value !== '' && value.length <= messageLimits.fileNameCharacters),
  limit: `1 to ${messageLimits.fileNameCharacters} characters`,
};
const nameOrEmpty: Bound = {
  fits: (value) => value === '' || shortText.fits(value, 0),
  limit: `at most ${messageLimits.idCharacters} characters`,
};
const version: Bound = {
  fits: (value) => typeof value !== 'string' || isVersion(value),
  limit: `at most ${messageLimits.versionCharacters} characters`,
};
const count: Bound = {
  fits: (value) => typeof value !== 'number' || (value >= 0 && value <= MAX_INTEGER),
  limit: `0 to ${MAX_INTEGER}`,
};
const part: Bound = {
  fits: (value) => typeof value !== 'number' || (Number.isInteger(value) && value >= 1 && value <= messageLimits.treatmentParts),
  limit: `1 to ${messageLimits.treatmentParts}`,
};

/** The end of the last year of four digits, in ms since epoch: an offset can lead beyond that year. */
const YEARS_END = Date.UTC(10_000, 0);

const isTime = (value: unknown) =>
  typeof value === 'string' && value.length <= MAX_INSTANT && Date.parse(value) > 0 && Date.parse(value) < YEARS_END;
/** The time of a message may be wrong, since a device's clock may be, but it must be an instant after 1970, in a year of four digits. */
const time: Bound = { fits: isTime, limit: 'after 1970, before the year 10000' };
/** An event cannot be in the future: it would remain the newest one in every list. */
const past: Bound = {
  fits: (value, receivedAt) => value === '' || (isTime(value) && typeof value === 'string' && Date.parse(value) <= receivedAt + DAY_MS),
  limit: 'after 1970, and not of tomorrow',
};
const otherNumber: Bound = {
  fits: (value) => typeof value !== 'number' || Math.abs(value) <= MAX_NUMBER,
  limit: `-${MAX_NUMBER} to ${MAX_NUMBER}`,
};

/** The bounds of fields, by path. */
const bounds: Readonly<Record<string, Bound>> = {
  time,
  timestamp: past,
  upload_started: past,
  upload_finished: past,
  'data.creation_time': past,
  'data.start_time': past,
  'data.finish_time': past,
  command_id: shortText,
  revision: shortText,
  file_name: fileName,
  database_id: shortText,
  incident_id: shortText,
  error_code: shortText,
  map_id: shortText,
  node_id: shortText,
  treatment_id: shortText,
  'action.incident_id': shortText,
  'action.treatment_id': shortText,
  'data.treatment_id': shortText,
  'data.map_id': nameOrEmpty,
  'data.mission_id': nameOrEmpty,
  'data.treatment_type': nameOrEmpty,
  'data.dosage_unit': nameOrEmpty,
  'data.finish_status': nameOrEmpty,
  level: shortText,
  map_version: version,
  'data.map_version': version,
  'data.total_asked': count,
  'data.total_treated': count,
  'data.total_failed': count,
  part,
  parts: part,
  sequence: { fits: (value) => Number.isSafeInteger(value), limit: 'a whole number below 2^53' },
  text: {
    fits: (value) => typeof value !== 'string' || value.length <= messageLimits.resultCharacters,
    limit: `at most ${messageLimits.resultCharacters} characters`,
  },
};

/**
 * Returns the bounds of a reported field in words if a value exceeds them, otherwise null. `receivedAt` in ms since epoch; if it is missing, any time is
 * allowed.
 */
export function exceededBound(path: string, value: unknown, receivedAt = Number.POSITIVE_INFINITY): string | null {
  const bound = bounds[path] ?? otherNumber;
  return bound.fits(value, receivedAt) ? null : bound.limit;
}
