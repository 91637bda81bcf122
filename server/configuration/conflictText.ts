/** Messages about a parameter that somebody else changed during an edit, or is changing now. */

import { cutText } from '#domain/text/cutText';
import type { Kysely } from 'kysely';
import type { ConfigValue } from '#contract/devices/configuration';
import { BELGIAN_ZONE, dateTextsIn } from '#domain/text/dates';
import { configValueText } from '#domain/configuration/configEdit';
import type { Database } from '../platform/database/tables.ts';
import { duringTimes } from '../locations/duringTimes.ts';
import type { ReadableTimes } from '../locations/visibility.ts';
import { requestedAt } from './changeHistory.ts';
import type { PendingEdit } from './pendingEdits.ts';

/** Maximum length of a value in a message; longer ones are truncated. */
const MAX_SHOWN = 60;
const belgian = dateTextsIn(BELGIAN_ZONE);

function shortText(value: unknown): string {
  const text = configValueText(value).replaceAll(/\s+/g, ' ');
  return text.length > MAX_SHOWN ? `${cutText(text, MAX_SHOWN)}…` : text;
}

/** Returns the conflict message when a parameter was changed during an edit. The message does not name a person of another owner. */
export async function changedText(
  database: Kysely<Database>,
  edit: PendingEdit & { readonly times: ReadableTimes },
  current: ConfigValue | null,
): Promise<string> {
  const newest = await database
    .selectFrom('config_change')
    .select(['by_name', 'at'])
    .where('serial', '=', edit.serial)
    .where('file_name', '=', edit.file_name)
    .where('config_name', '=', edit.config_name)
    .where(duringTimes(requestedAt, edit.times))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined) return `${edit.config_name} is ${shortText(current)}`;
  const at = belgian.dateTime(newest.at.getTime());
  return `${edit.config_name} was changed to ${shortText(current)} by ${newest.by_name} at ${at} (Belgian time)`;
}

/**
 * Returns the conflict message when another change of the parameter is pending. The message names neither person nor value of another owner's change
 * (undefined).
 */
export function keptText(edit: PendingEdit, keeper: { readonly by_name: string; readonly new_value: unknown } | undefined): string {
  return keeper === undefined
    ? `${edit.config_name} was just being changed, look again`
    : `${edit.config_name} is being changed to ${shortText(keeper.new_value)} by ${keeper.by_name}`;
}
