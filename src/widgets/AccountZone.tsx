import { createContext, Fragment, type ReactNode, useContext, useMemo, useState } from 'react';
import { BELGIAN_ZONE, showDatesIn } from '#domain/text/dates';
import { isTimezone } from '#domain/text/timezone';
import { selectProfile } from '#state/session';
import { useAppSelector } from '#state/hooks/useAppSelector';
import { useBrowserStorage } from '#ui/browserStorage';

interface AccountZone {
  /** An IANA name. */
  readonly zone: string;
  readonly choose: (zone: string) => void;
}

const AccountZoneContext = createContext<AccountZone>({ zone: BELGIAN_ZONE, choose: () => {} });

/** Returns the zone of the signed-in account, in which the page shows every instant, and its setter. */
export const useAccountZone = (): AccountZone => useContext(AccountZoneContext);

/** Provides the zone of the signed-in account: Belgian unless chosen otherwise. This browser remembers it per account, since no document has a field for it. */
export function AccountZoneProvider({ children }: { readonly children: ReactNode }) {
  const storage = useBrowserStorage();
  const username = useAppSelector((s) => selectProfile(s)?.username ?? '');
  const [chosen, setChosen] = useState<string | null>(null);
  const key = `zone.${username}`;
  const wanted = chosen ?? storage.get(key) ?? BELGIAN_ZONE;
  const zone = isTimezone(wanted) ? wanted : BELGIAN_ZONE;
  // Before the children render: their texts are of this zone from the first one on.
  showDatesIn(zone);
  const value = useMemo(
    () => ({
      zone,
      choose: (next: string) => {
        storage.set(key, next);
        setChosen(next);
      },
    }),
    [zone, key, storage],
  );
  return (
    <AccountZoneContext value={value}>
      {/* Another zone changes every text, also those of rows that render only when their values change. */}
      <Fragment key={zone}>{children}</Fragment>
    </AccountZoneContext>
  );
}
