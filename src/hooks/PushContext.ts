import { createContext } from 'react';
import type { BrowserPush } from '#streams/browserPush';

/** The state of push notifications in this browser, e.g. `blocked`. */
export type PushState = Awaited<ReturnType<BrowserPush['state']>>;

/** The push notifications of this browser; null in a replay. */
export const PushContext = createContext<BrowserPush | null>(null);

/** The key in storage for the id that the server assigned to this browser. */
export const PUSH_ID = 'push-receiver';

/** The key in storage for the last registration of this browser: the user name and the endpoint at its push service. */
const PUSH_REGISTERED = 'push-registered';

type Registered = readonly [username: string, endpoint: string];

/** Browser storage for the registration. */
interface PushMemory {
  readonly get: (key: string) => string | null;
  readonly set: (key: string, value: string) => void;
}

/** Stores the registration of this browser; null after the user ended it here. */
export function rememberPush(memory: PushMemory, id: string, registered: Registered | null): void {
  memory.set(PUSH_ID, id);
  memory.set(PUSH_REGISTERED, registered === null ? '' : JSON.stringify(registered));
}

/**
 * Returns whether this browser was registered for a user with another endpoint than its current one, because its push service replaced the endpoint. Removing
 * the registration from another browser does not change the endpoint.
 */
export const isPushReplaced = (memory: PushMemory, username: string, endpoint: string | undefined): boolean =>
  wasPushOf(memory, username) && memory.get(PUSH_REGISTERED) !== JSON.stringify([username, endpoint]);

/** Returns whether this browser was registered for a user and the registration was not ended here since. */
export const wasPushOf = (memory: PushMemory, username: string): boolean =>
  (memory.get(PUSH_REGISTERED) ?? '').startsWith(`[${JSON.stringify(username)},`);
