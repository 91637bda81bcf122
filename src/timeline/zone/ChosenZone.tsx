import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';

/** Whose clock the times of the timeline are of. */
export type ZoneKind = 'site' | 'own' | 'utc';

interface ChosenZone {
  /** Null while nothing was chosen on this page: the choice of an earlier visit counts then. */
  readonly chosen: ZoneKind | null;
  readonly choose: (kind: ZoneKind) => void;
}

const ChosenZoneContext = createContext<ChosenZone>({ chosen: null, choose: () => undefined });

/** Returns what was chosen on this page, for each part that writes times of the past. */
export const useChosenZone = (): ChosenZone => useContext(ChosenZoneContext);

/** Holds the choice apart from the parts that write times: they are loaded late, and mounted anew with each screen. */
export function ChosenZoneProvider({ children }: { readonly children: ReactNode }) {
  const [chosen, choose] = useState<ZoneKind | null>(null);
  const value = useMemo(() => ({ chosen, choose }), [chosen]);
  return <ChosenZoneContext value={value}>{children}</ChosenZoneContext>;
}
