/** Writes the history of a device: `writeDeviceAction` records an action with its differing fields (`changeOf`), secrets as `***`. */

import { isDeepStrictEqual } from 'node:util';
import type { InsertObject, Transaction } from 'kysely';
import type { DeviceActionType } from '#contract/devices/deviceAction';
import { z } from '#contract/schema';
import { noteChange } from '../../platform/audit/changes.ts';
import { chunks } from '../../platform/database/chunks.ts';
import type { Database } from '../../platform/database/tables.ts';
import { maskSecrets, type MetadataSchema } from '../metadata/maskSecrets.ts';
import { ownerNow } from '../../locations/currentOwner.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The user and the instant of an action. */
export interface ActionAuthor {
  readonly username: string;
  readonly name: string;
  readonly at: Date;
  /** Request id, for calls where a repeated id is the same request. */
  readonly requestId?: string;
}

/** An action on a device, or with `serial` null on a device type. */
interface Done {
  readonly serial: string | null;
  readonly type: DeviceActionType;
  /** The schema of the metadata; absent if the fields contain no metadata. */
  readonly schema?: MetadataSchema;
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

/** Returns the fields that differ between two states of a device, with only the differing entries of its metadata; null when the states are equal. */
export function changeOf(before: Fields, after: Fields): { readonly before: Fields; readonly after: Fields } | null {
  const [was, is] = differing(before, after);
  if (Object.keys(was).length === 0 && Object.keys(is).length === 0) return null;
  if (!isFields(was['metadata']) || !isFields(is['metadata'])) return { before: was, after: is };
  const [old, now] = differing(was['metadata'], is['metadata']);
  return { before: { ...was, metadata: old }, after: { ...is, metadata: now } };
}

function toJson(fields: Fields | null, schema: MetadataSchema): string | null {
  if (fields === null) return null;
  const { metadata } = fields;
  return JSON.stringify({ ...maskSecrets(fields, null), ...(isFields(metadata) ? { metadata: maskSecrets(metadata, schema) } : {}) });
}

const anyFields = z.record(z.string(), z.unknown());
/** Parses recorded fields; null if there are none. */
const fieldsIn = (text: string | null): Fields | null => (text === null ? null : anyFields.parse(JSON.parse(text)));

/**
 * Records an action in the transaction that performs it, secrets as `***`. The row belongs to the organisation of the active deployment and is not visible to
 * later ones. Therefore, record the beginning of a deployment after inserting it, and its end before closing it.
 */
export async function writeDeviceAction(
  tx: Transaction<Database>,
  { serial, type, schema = null, before, after }: Done,
  doer: ActionAuthor,
): Promise<void> {
  const [old_value, new_value] = [toJson(before, schema), toJson(after, schema)];
  // The former credentials may have been created by a person of a former owner, whom the reader of a line must not see.
  const isOfCredentials = type === 'generate_credentials' || type === 'delete_credentials';
  const was = isOfCredentials ? { own: null, shown: null } : { own: before, shown: fieldsIn(old_value) };
  noteChange(was.own, after, { before: was.shown, after: fieldsIn(new_value) });
  const row = {
    device_serial: serial,
    organisation: ownerNow(serial),
    action_type: type,
    at: doer.at,
    done_by: doer.username,
    done_by_name: doer.name,
    old_value,
    new_value,
    request_id: doer.requestId ?? null,
  };
  await insertActions(tx, [row]);
}

/** Inserts actions unchanged. */
export async function insertActions(tx: Transaction<Database>, rows: readonly InsertObject<Database, 'device_action'>[]): Promise<void> {
  for (const some of chunks(rows)) await tx.insertInto('device_action').values(some).execute();
}
