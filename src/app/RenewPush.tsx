import { useContext, useEffect } from 'react';
import { postPushReceiver } from '#contract/notification';
import { PushContext } from '#state/PushContext';
import { useRequest } from '#state/hooks/useRequest';

/**
 * Registers this browser again, once for each start of the console, where it receives notifications: a browser may have changed its address at the push
 * service, and a server that does not keep the accounts itself learns so that the person is still there. Source: PUSH5.
 */
export function RenewPush(): null {
  const push = useContext(PushContext);
  const { ask } = useRequest(postPushReceiver);
  useEffect(() => {
    void push
      ?.registration()
      .then((body) => (body === null ? undefined : ask({ params: {}, body })))
      .catch(() => undefined);
    // Neither another page nor another answer renews it.
  }, []);
  return null;
}
