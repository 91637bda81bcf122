import { createContext } from 'react';
import type { BrowserPush } from '#streams/browserPush';

/** The push notifications that this browser can receive. */
export type PushState = Awaited<ReturnType<BrowserPush['state']>>;

/** The push notifications of this browser; null in a replay. */
export const PushContext = createContext<BrowserPush | null>(null);

/** The storage in which this browser keeps the id that the server gave it. */
export const PUSH_ID = 'push-receiver';
