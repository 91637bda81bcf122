import { useEffect, useState } from 'react';
import { listedSince, visitAt, visitIn } from '#domain/history/visit';
import { MINUTE_MS } from '#domain/text/timeUnits';
import { selectNow } from '#state/clock';
import { selectSession } from '#state/session';
import { useLiveSelector } from '#hooks/useLiveSelector';
import { useBrowserStorage } from '#ui/browserStorage';

const VISIT = 'visit';

/** Returns the start of the user's absence (`listedSince`), as stored in this browser; stores every minute of the user's presence. */
export function useLastVisit(): ReturnType<typeof listedSince> {
  const remember = useBrowserStorage();
  const username = useLiveSelector((s) => selectSession(s).profile?.username ?? '');
  const now = useLiveSelector((s) => Math.floor(selectNow(s) / MINUTE_MS) * MINUTE_MS);
  const [opened] = useState(() => listedSince(visitAt(visitIn(remember.get(VISIT), username), username, now)));
  useEffect(() => {
    remember.set(VISIT, JSON.stringify(visitAt(visitIn(remember.get(VISIT), username), username, now)));
  }, [remember, username, now]);
  return opened;
}
