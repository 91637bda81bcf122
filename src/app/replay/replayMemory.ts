import type { Memory } from '#edge/browserMemory';
import type { BrowserStorage } from '#ui/browserStorage';

/**
 * Returns the storage of a replay, which starts as a copy of the browser's storage and never changes the original. Device, last visit and zone belong to the
 * user of the recording and must not appear in the live console. The timeline is open until the user closes it.
 */
export function replayMemory(memory: Pick<Memory, 'get'>): BrowserStorage {
  const own = new Map([['timeline', 'open']]);
  return { get: (key) => own.get(key) ?? memory.get(key), set: (key, value) => void own.set(key, value) };
}
