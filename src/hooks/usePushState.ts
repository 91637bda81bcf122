import { useContext, useEffect, useState } from 'react';
import { PushContext, type PushState } from './PushContext.ts';

/** Returns whether this browser can receive push notifications (undefined until that is known), and a function that checks again. */
export function usePushState() {
  const push = useContext(PushContext);
  const [state, setState] = useState<PushState | undefined>();
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    let isMounted = true;
    void (push?.state() ?? Promise.resolve(undefined))
      .catch(() => 'unsupported' as const)
      .then((now) => (isMounted ? setState(now) : undefined));
    return () => {
      isMounted = false;
    };
  }, [push, looks]);
  return { push, state, look: () => setLooks((count) => count + 1) };
}
