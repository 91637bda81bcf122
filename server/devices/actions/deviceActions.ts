import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import type { DeviceActionType } from '#contract/deviceAction';
import type { Database } from '../../platform/database/tables.ts';
import { maskSecrets } from '../metadata/maskSecrets.ts';
import { ownerNow } from '../../locations/currentOwner.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Who does something, and when. */
export interface Doer {
  readonly username: string;
  readonly name: string;
  readonly at: Date;
  /** The request, where the same again is the same act. */
  readonly requestId?: string;
}

/** What was done: to one device, or, without a serial, to a type and so to all devices of it. */
interface Done {
  readonly serial: string | null;
  readonly type: DeviceActionType;
  readonly before: Fields | null;
  readonly after: Fields | null;
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

function differing(before: Fields, after: Fields): readonly [Fields, Fields] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );
  const only = (fields: Fields) => Object.fromEntries(names.flatMap((name) => (Object.hasOwn(fields, name) ? [[name, fields[name]]] : [])));
  return [only(before), only(after)];
}

/** What differs between two states of a device, of its metadata only the fields that do; null when nothing does. */
export function changeOf(before: Fields, after: Fields): { readonly before: Fields; readonly after: Fields } | null {
  const [was, is] = differing(before, after);
  if (Object.keys(was).length === 0 && Object.keys(is).length === 0) return null;
  if (!isFields(was['metadata']) || !isFields(is['metadata'])) return { before: was, after: is };
  const [old, now] = differing(was['metadata'], is['metadata']);
  return { before: { ...was, metadata: old }, after: { ...is, metadata: now } };
}

const toJson = (fields: Fields | null) => (fields === null ? null : JSON.stringify(maskSecrets(fields)));

/**
 * Writes down what was done, secrets as `***`, in the transaction that does it. The line belongs to whom the device works for at that moment:
 * who has it later does not see it. So a deployment is written after it began, its end before it ended.
 */
export async function writeDeviceAction(tx: Transaction<Database>, { serial, type, before, after }: Done, doer: Doer): Promise<void> {
  await tx
    .insertInto('device_action')
    .values({
      device_serial: serial,
      organisation: ownerNow(serial),
      action_type: type,
      at: doer.at,
      done_by: doer.username,
      done_by_name: doer.name,
      old_value: toJson(before),
      new_value: toJson(after),
      request_id: doer.requestId ?? null,
    })
    .execute();
}
