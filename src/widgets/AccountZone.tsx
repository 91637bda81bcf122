/** The time zone in which the page shows every instant to the signed-in account: Belgian by default, stored in this browser. */

import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { useStore } from 'react-redux';
import { BELGIAN_ZONE, isoText, showDatesIn } from '#domain/text/dates';
import { isTimezone } from '#domain/text/timezone';
import { selectNow } from '#state/clock';
import type { RootState } from '#state/store';
import { selectProfile } from '#state/session';
import { useAppSelector } from '#hooks/useAppSelector';
import { useBrowserStorage } from '#ui/browserStorage';
import { FileDayContext } from '#ui/table/csvFormat';

interface AccountZone {
  /** An IANA time zone name. */
  readonly zone: string;
  readonly choose: (zone: string) => void;
}

const AccountZoneContext = createContext<AccountZone>({ zone: BELGIAN_ZONE, choose: () => {} });

/**
 * Returns the zone of the signed-in account, in which the page shows every instant, and its setter. Components with instants on the page where the zone is
 * selected call this hook, because nothing else renders them again: a changed zone keeps the focus, the moment marked as A and typed text. Source: ZONE4.
 */
export const useAccountZone = (): AccountZone => useContext(AccountZoneContext);

/**
 * Provides the time zone of the signed-in account: Belgian unless another is selected. This browser stores it per account, because the specification has no
 * field for it.
 */
export function AccountZoneProvider({ children }: { readonly children: ReactNode }) {
  const storage = useBrowserStorage();
  const username = useAppSelector((s) => selectProfile(s)?.username ?? '');
  const key = `zone.${username}`;
  // Read once per account, because a choice in another tab would change only the texts that happen to render again.
  const [chosen, setChosen] = useState(() => ({ key, zone: storage.get(key) }));
  if (chosen.key !== key) setChosen({ key, zone: storage.get(key) });
  const wanted = chosen.zone ?? BELGIAN_ZONE;
  const zone = isTimezone(wanted) ? wanted : BELGIAN_ZONE;
  // Set before the children render, so their texts use this zone from the start.
  showDatesIn(zone);
  const store = useStore<RootState>();
  const fileDay = useCallback(() => isoText(selectNow(store.getState()), undefined).slice(0, 'yyyy-mm-dd'.length), [store]);
  const value = useMemo(
    () => ({
      zone,
      choose: (next: string) => {
        storage.set(key, next);
        setChosen({ key, zone: next });
      },
    }),
    [zone, key, storage],
  );
  return (
    <AccountZoneContext value={value}>
      <FileDayContext value={fileDay}>{children}</FileDayContext>
    </AccountZoneContext>
  );
}
