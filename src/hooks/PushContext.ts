import { createContext } from 'react';
import type { BrowserPush } from '#streams/browserPush';

/** What this browser can receive. */
export type PushState = Awaited<ReturnType<BrowserPush['state']>>;

/** Null in a replay. */
export const PushContext = createContext<BrowserPush | null>(null);

/** Where this browser keeps the id under which the server knows it. */
export const PUSH_ID = 'push-receiver';
