import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';

/** The kind of zone in which the timeline shows times. */
export type ZoneKind = 'site' | 'own' | 'utc';

interface ChosenZone {
  /** Null while nothing was chosen on this page: the choice of an earlier visit then applies. */
  readonly chosen: ZoneKind | null;
  readonly choose: (kind: ZoneKind) => void;
}

const ChosenZoneContext = createContext<ChosenZone>({ chosen: null, choose: () => undefined });

/** Returns the choice made on this page, for all parts that show times of the past. */
export const useChosenZone = (): ChosenZone => useContext(ChosenZoneContext);

/** Holds the choice separately from the parts that show times, because these are loaded late and mounted again with each screen. */
export function ChosenZoneProvider({ children }: { readonly children: ReactNode }) {
  const [chosen, choose] = useState<ZoneKind | null>(null);
  const value = useMemo(() => ({ chosen, choose }), [chosen]);
  return <ChosenZoneContext value={value}>{children}</ChosenZoneContext>;
}
