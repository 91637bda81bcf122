import type { FleetRow } from '#state/fleetRows';
import { useAppSelector } from '#hooks/useAppSelector';
import { selectRole } from '#state/session';
import { loadable } from '#ui/loadable';

// Few installations are new.
const FirstSteps = loadable(async () => (await import('./FirstSteps.tsx')).FirstSteps, { waiting: null });

/** Of more devices nobody needs to be led to the first treatment. */
const MOST_DEVICES = 5;

/** Leads a system_admin of an installation with few devices from nothing to the first treatment. */
export function NewInstallation({ rows }: { readonly rows: readonly FleetRow[] }) {
  const isAdmin = useAppSelector((s) => selectRole(s) === 'system_admin');
  if (!isAdmin || rows.length > MOST_DEVICES) return null;
  return <FirstSteps devices={rows.length} reporting={rows.filter(({ reported }) => reported !== undefined).length} />;
}
