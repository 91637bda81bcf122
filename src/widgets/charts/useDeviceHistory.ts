import { useContext, useEffect, useState } from 'react';
import type { DeviceHistory, DeviceHistoryQuestion } from '#domain/history/deviceHistory';
import { DeviceHistoryContext } from '#hooks/DeviceHistoryContext';

/** The state of a request for a device's history: loading, loaded or failed; the last history stays until the next one is loaded. */
interface ReadState {
  readonly history: DeviceHistory | null;
  readonly isFailed: boolean;
  readonly retry: () => void;
}

/** Reads the server's history of a device, and reads it again when the query changes. */
export function useDeviceHistory({ serial, from, to, points }: DeviceHistoryQuestion): ReadState {
  const read = useContext(DeviceHistoryContext);
  const [state, setState] = useState<Omit<ReadState, 'retry'>>({ history: null, isFailed: false });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (read === null) return undefined;
    let isCurrent = true;
    const show = (next: Partial<Omit<ReadState, 'retry'>>) => {
      if (isCurrent) setState((last) => ({ ...last, ...next }));
    };
    read({ serial, from, to, points }).then(
      (history) => show({ history, isFailed: false }),
      () => show({ isFailed: true }),
    );
    return () => {
      isCurrent = false;
    };
  }, [read, serial, from, to, points, attempt]);
  return { ...state, retry: () => setAttempt((count) => count + 1) };
}
