import { useMemo, useState } from 'react';
import { getAllDevices } from '#contract/devices/device';
import { getMachines } from '#contract/fleet/machine';
import { getTotalMetrics } from '#contract/fleet/metrics';
import { reportReadAt } from '#state/fleet';
import { makeSelectFleetRows, type FleetRow } from '#state/fleetRows';
import { DASHBOARD_EVERY_MS } from '#hooks/pollInterval';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { useHasHistory } from '#hooks/useHasHistory';
import { Banner } from '#ui/Banner';
import { useBrowserStorage } from '#ui/browserStorage';
import { Page } from '#ui/Page';
import { usePointedRow } from '#ui/usePointedRow';
import { countFleet } from './fleetNumbers.ts';
import { queryStatus } from './loadStatus.ts';
import { RecentTreatments } from './RecentTreatments.tsx';
import { FleetSummary } from './FleetSummary.tsx';
import { FleetNumbers } from './FleetNumbers.tsx';
import { PlacesCard } from './PlacesCard.tsx';
import { useErrorStarts } from './useErrorStarts.ts';
import { selectRole, selectSession } from '#state/session';
import { loadable } from '#ui/loadable';

// Loaded on demand, because only a new installation shows it.
const FirstSteps = loadable(async () => (await import('./FirstSteps.tsx')).FirstSteps, { waiting: null });

const SinceLastHere = loadable(async () => (await import('./SinceLastHere.tsx')).SinceLastHere, { waiting: null });
const LastDay = loadable(async () => (await import('./LastDay.tsx')).LastDay, { waiting: null });

/** An installation with more devices needs no guide to the first treatment. */
const MOST_DEVICES = 5;

/** Returns whether the person has closed the guide in this browser, and the function that closes it. */
function useClosedGuide() {
  const remember = useBrowserStorage();
  const username = useAppSelector((s) => selectSession(s).profile?.username ?? '');
  const key = `first-steps.${username}`;
  const [closed, setClosed] = useState<string | null>(null);
  const close = () => {
    remember.set(key, 'closed');
    setClosed(key);
  };
  return { isClosed: closed === key || remember.get(key) === 'closed', close };
}

/** Guides a system_admin of an installation with few devices from nothing to the first treatment, until it is closed. Source: EMPTY1, EMPTY3. */
function NewInstallation({ rows }: { readonly rows: readonly FleetRow[] }) {
  const isAdmin = useAppSelector((s) => selectRole(s) === 'system_admin');
  const { isClosed, close } = useClosedGuide();
  if (!isAdmin || isClosed || rows.length > MOST_DEVICES) return null;
  const reporting = rows.filter(({ reported }) => reportReadAt(reported) !== null).length;
  return <FirstSteps devices={rows.length} reporting={reporting} onClose={close} />;
}

const WHILE_SHOWN = { everyMs: DASHBOARD_EVERY_MS };

/** The Dashboard screen: devices in error, devices at work, the treatments of the last day; "Loading failed, retrying". */
export function DashboardScreen() {
  const devices = useAnswer(getAllDevices, {});
  const machines = useAnswer(getMachines, {}, {}, WHILE_SHOWN);
  const totals = useAnswer(getTotalMetrics, {}, {}, WHILE_SHOWN);
  const select = useMemo(makeSelectFleetRows, []);
  const rows = useAppSelector(select);
  const numbers = useMemo(() => countFleet(rows), [rows]);
  const [pointed, listRef] = usePointedRow();
  const failing = useErrorStarts(numbers.inError, pointed);
  const known = queryStatus(devices, machines);
  const hasHistory = useHasHistory();
  const hasFailed = [devices, machines, totals].some(({ failure }) => failure !== undefined);
  return (
    <Page>
      <FleetSummary known={known} numbers={numbers} failing={failing} />
      <FleetNumbers {...{ known, numbers, failing, listRef }} totalsKnown={queryStatus(totals)} totals={totals.answer} />
      {/* This section is below the Stop of a device in error, which it must not move. */}
      {hasFailed && <Banner tone="warning">Loading failed, retrying</Banner>}
      {known === 'known' && <NewInstallation rows={rows} />}
      <PlacesCard />
      <RecentTreatments />
      {hasHistory && <SinceLastHere />}
      {hasHistory && <LastDay />}
    </Page>
  );
}
