import { logMessage, type LogMessage } from '#contract/deviceMessage';
import { isId, isInstant, UNSTORABLE } from '../../platform/storable.ts';

/** Words of an incident are names too, and may be missing. */
const isWord = (value: string | null) => value === null || isId(value);

function hasIds(message: LogMessage): boolean {
  if (message.kind === 'file') return isId(message.database_id) && isInstant(message.timestamp);
  if (message.kind === 'incident') {
    const { incident_id, error_code, map_id, map_version, node_id, treatment_id, upload_started, upload_finished } = message;
    const isNamed = [error_code, map_id, map_version, node_id, treatment_id].every(isWord);
    return isId(incident_id) && isNamed && isInstant(upload_started) && isInstant(upload_finished);
  }
  return message.action == null || Object.values(message.action).every(isId);
}

/** What a device wrote down, when it can be stored; else null. The value must not nest too deep. */
export function readLog(value: unknown): LogMessage | null {
  const { success, data: message } = logMessage.safeParse(value);
  const isStorable = success && isInstant(message.time) && hasIds(message) && !UNSTORABLE.test(JSON.stringify(message));
  return isStorable ? message : null;
}
