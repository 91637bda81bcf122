import { createContext } from 'react';
import type { BrowserPush } from '#streams/browserPush';

/** The push notifications that this browser can receive. */
export type PushState = Awaited<ReturnType<BrowserPush['state']>>;

/** The push notifications of this browser; null in a replay. */
export const PushContext = createContext<BrowserPush | null>(null);

/** The storage in which this browser keeps the id that the server gave it. */
export const PUSH_ID = 'push-receiver';

/** The storage in which this browser keeps for whom it was registered last, and with which address at its push service. */
const PUSH_REGISTERED = 'push-registered';

type Registered = readonly [username: string, endpoint: string];

/** This browser's storage. */
interface PushMemory {
  readonly get: (key: string) => string | null;
  readonly set: (key: string, value: string) => void;
}

/** Remembers the registration of this browser; null once the person ended it here. */
export function rememberPush(memory: PushMemory, id: string, registered: Registered | null): void {
  memory.set(PUSH_ID, id);
  memory.set(PUSH_REGISTERED, registered === null ? '' : JSON.stringify(registered));
}

/**
 * Returns whether this browser was registered for a person with another address than it has now: its push service ended that one. A registration that the person
 * removed from another browser leaves the address as it is.
 */
export const isPushReplaced = (memory: PushMemory, username: string, endpoint: string | undefined): boolean =>
  wasPushOf(memory, username) && memory.get(PUSH_REGISTERED) !== JSON.stringify([username, endpoint]);

/** Returns whether this browser was registered for a person, and not ended here since. */
export const wasPushOf = (memory: PushMemory, username: string): boolean =>
  (memory.get(PUSH_REGISTERED) ?? '').startsWith(`[${JSON.stringify(username)},`);
