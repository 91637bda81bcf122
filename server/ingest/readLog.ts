import { logMessage, type LogMessage } from '#contract/deviceMessage';
import { isInstant, MAX_ID, UNSTORABLE } from './storable.ts';

const isId = (said: string) => said !== '' && said.length <= MAX_ID;

function hasIds(message: LogMessage): boolean {
  if (message.kind === 'file') return isId(message.database_id) && isInstant(message.timestamp);
  return message.action == null || Object.values(message.action).every(isId);
}

/** What a device wrote down, when it can be stored; else null. The value must not nest too deep. */
export function readLog(said: unknown): LogMessage | null {
  const { success, data: message } = logMessage.safeParse(said);
  const isStorable = success && isInstant(message.time) && hasIds(message) && !UNSTORABLE.test(JSON.stringify(message));
  return isStorable ? message : null;
}
