/** A line of the audit record as text: its outcome, subject and changed fields; the notice about lines that were not searched. */

import { type AuditLine, type AuditOutcome, auditOutcome, UNKNOWN_STATUS } from '#contract/audit';
import { dateTimeText } from '../text/dates.ts';
import { keyText, valueText } from '../text/labels.ts';
import { MISSING } from '../text/numbers.ts';

const FAILED_FROM = 400;
/** The text for the status of a call that was not carried out. */
const REASONS: Readonly<Record<number, string>> = {
  400: 'Invalid',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Conflict',
  413: 'Too large',
  429: 'Too many attempts',
  503: 'Not available',
};

/** Returns whether a recorded call was carried out; false when unknown. */
export const isDone = ({ status }: Pick<AuditLine, 'status'>): boolean => status !== UNKNOWN_STATUS && status < FAILED_FROM;

/** Returns the text of the outcome: `Done`, the reason for a failure, such as `Not allowed`, or `Not known`. Source: AUDIT11. */
export function outcomeText(status: number): string {
  if (status === UNKNOWN_STATUS) return 'Not known';
  return isDone({ status }) ? 'Done' : (REASONS[status] ?? `Failed (${status})`);
}

/** Parses the outcome from a URL; undefined means all outcomes. */
export const auditOutcomeOf = (word: string | null): AuditOutcome | undefined => auditOutcome.safeParse(word).data;

/** The labels of path parameters whose own names are meaningless to people. */
const KEYS: Readonly<Record<string, string>> = { a: 'Map', b: 'Version', x: 'What', target: 'Computer' };

/** Returns the subject of a call: `Serial: LF-0140-23, Computer: pi`; '' when there is none. Source: AUDIT11. */
export const subjectText = ({ params }: Pick<AuditLine, 'params'>): string =>
  Object.entries(params ?? {})
    .map(([key, value]) => `${KEYS[key] ?? keyText(key)}: ${valueText(key, value)}`)
    .join(', ');

/** Formats a value within a list or object for people: `Revision ID: B, Archived: Yes`. */
function partText(key: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((part) => partText(key, part)).join('; ');
  if (typeof value !== 'object' || value === null) return valueText(key, value);
  return Object.entries(value)
    .map(([name, part]) => `${keyText(name)}: ${partText(name, part)}`)
    .join(', ');
}

/** Formats a value before or after a change; a list or object is stored as JSON, which is shown unchanged if it is truncated. */
function changedText(field: string, text: string | null | undefined): string {
  const key = field.slice(field.lastIndexOf('.') + 1);
  if (text == null || !/^[[{]/.test(text)) return valueText(key, text);
  try {
    return partText(key, JSON.parse(text)) || MISSING;
  } catch {
    return text;
  }
}

/** Returns the changes of a call, one text per field: `Name: Alba → Alba two`, `Address: - → Kerkstraat 1`. Source: AUDITC3. */
export const changeTexts = ({ changes }: Pick<AuditLine, 'changes'>): readonly string[] =>
  (changes ?? []).map(({ field, from, to }) => `${keyText(field)}: ${changedText(field, from)} → ${changedText(field, to)}`);

/** Returns the notice that older lines were not searched; undefined if all were searched. */
export const searchedText = (searchedFrom: string | null | undefined): string | undefined =>
  searchedFrom == null || searchedFrom === ''
    ? undefined
    : `The newest lines were searched, back to ${dateTimeText(searchedFrom)}. Choose an earlier end to search older ones.`;
