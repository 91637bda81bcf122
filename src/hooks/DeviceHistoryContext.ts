import { createContext } from 'react';
import type { ReadDeviceHistory } from '#domain/history/deviceHistory';

/** The function that reads the server's history of a device; null if the server has no history, and in a replay. */
export const DeviceHistoryContext = createContext<ReadDeviceHistory | null>(null);
