import type { Buffer } from 'node:buffer';
import {
  dataMessage,
  resultMessage,
  stateMessage,
  type DataMessage,
  type LogMessage,
  type ResultMessage,
  type StateMessage,
  logMessage,
} from '#contract/fleet/deviceMessage';
import { isTooDeep } from '../../platform/jsonDepth.ts';
import { isId, isInstant, isVersion, UNSTORABLE } from '../../platform/storableValues.ts';

/** Optional text fields of an incident: null or a valid id. */
const isWord = (value: string | null) => value === null || isId(value);

function hasIds(message: LogMessage): boolean {
  if (message.kind === 'file') return isId(message.database_id) && isInstant(message.timestamp);
  if (message.kind === 'incident') {
    const { incident_id, error_code, map_id, map_version, node_id, treatment_id, upload_started, upload_finished } = message;
    const isNamed = [error_code, map_id, node_id, treatment_id].every(isWord) && isVersion(map_version ?? '');
    return isId(incident_id) && isNamed && isInstant(upload_started) && isInstant(upload_finished);
  }
  return message.action == null || Object.values(message.action).every(isId);
}

/** Returns a log message that can be stored, else null. The nesting depth of the value must be checked before. */
function readLog(value: unknown): LogMessage | null {
  const { success, data: message } = logMessage.safeParse(value);
  const canBeStored = success && isInstant(message.time) && hasIds(message) && !UNSTORABLE.test(JSON.stringify(message));
  return canBeStored ? message : null;
}

/** Maximum message size in bytes. */
const MAX_MESSAGE_BYTES = 65_536;
/** Maximum length of a device's text in a command result, in characters. */
const MAX_TEXT = 1_000;
const MAX_INTEGER = 2_147_483_647;
const TOPIC = /^devices\/([^/]{1,200})\/(state|data|log|result)$/;

/** A parsed message that can be stored, or the reason for its rejection. */
export type ReadMessage =
  | { readonly ok: true; readonly serial: string; readonly kind: 'state'; readonly message: StateMessage }
  | { readonly ok: true; readonly serial: string; readonly kind: 'data'; readonly message: DataMessage }
  | { readonly ok: true; readonly serial: string; readonly kind: 'log'; readonly message: LogMessage }
  | { readonly ok: true; readonly serial: string; readonly kind: 'result'; readonly message: ResultMessage }
  | { readonly ok: false; readonly reason: 'topic' | 'huge' | 'malformed' };

/** A parsed message that can be stored. */
export type ValidMessage = Extract<ReadMessage, { readonly ok: true }>;

const malformed = { ok: false, reason: 'malformed' } as const;

function readJson(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'));
  } catch {
    return undefined;
  }
}

function isStorable(message: StateMessage | DataMessage): boolean {
  if (!isInstant(message.time) || UNSTORABLE.test(JSON.stringify(message))) return false;
  if (!('data_group' in message) || message.data_group !== 'treatment') return true;
  const { data } = message;
  const counts = [data.total_asked, data.total_treated, data.total_failed];
  const names = [data.treatment_id, data.map_id, data.mission_id, data.treatment_type];
  return (
    names.every((name) => name === '' || isId(name)) &&
    isVersion(data.map_version ?? '') &&
    counts.every((count) => count >= 0 && count <= MAX_INTEGER) &&
    [data.creation_time, data.start_time, data.finish_time].every(isInstant)
  );
}

const isWords = ({ command_id, text }: ResultMessage) =>
  isId(command_id) && (text ?? '').length <= MAX_TEXT && !UNSTORABLE.test(JSON.stringify({ command_id, text }));

/** Parses and validates an MQTT message of a device. Never throws. */
export function readMessage(topic: string, payload: Buffer): ReadMessage {
  const [, serial, kind] = TOPIC.exec(topic) ?? [];
  if (serial === undefined) return { ok: false, reason: 'topic' };
  if (payload.length > MAX_MESSAGE_BYTES) return { ok: false, reason: 'huge' };
  const value = readJson(payload);
  if (isTooDeep(value)) return malformed;
  if (kind === 'state') {
    const parsed = stateMessage.safeParse(value);
    return parsed.success && isStorable(parsed.data) ? { ok: true, serial, kind, message: parsed.data } : malformed;
  }
  if (kind === 'log') {
    const message = readLog(value);
    return message === null ? malformed : { ok: true, serial, kind, message };
  }
  if (kind === 'result') {
    const parsed = resultMessage.safeParse(value);
    return parsed.success && isWords(parsed.data) ? { ok: true, serial, kind, message: parsed.data } : malformed;
  }
  const parsed = dataMessage.safeParse(value);
  return parsed.success && isStorable(parsed.data) ? { ok: true, serial, kind: 'data', message: parsed.data } : malformed;
}
