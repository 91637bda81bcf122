import { createContext } from 'react';
import type { ReadDeviceHistory } from '#domain/history/deviceHistory';

/** Reads the server's history of a device; null if the server announces none, and in a replay. */
export const DeviceHistoryContext = createContext<ReadDeviceHistory | null>(null);
