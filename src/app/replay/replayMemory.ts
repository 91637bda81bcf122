import type { Memory } from '#edge/browserMemory';

/**
 * Returns the storage of a replay, which begins with what the browser remembers and changes nothing of it. Device, last visit and zone are those of somebody
 * else's recording, and the live console would show them. The timeline is open until the user closes it.
 */
export function replayMemory(memory: Pick<Memory, 'get'>): Memory {
  const own = new Map([['timeline', 'open']]);
  return { get: (key) => own.get(key) ?? memory.get(key), set: (key, value) => void own.set(key, value) };
}
