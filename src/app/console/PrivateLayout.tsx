import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom';
import { useFeature } from '#hooks/features';
import { selectIsOffline } from '#state/page';
import { PUSH_ID } from '#hooks/PushContext';
import { selectHasNoDevices } from '#state/referenceData';
import { selectMissingStanding, selectOwnName, selectRole } from '#state/session';
import { useAppSelector } from '#hooks/useAppSelector';
import { useIntent } from '#hooks/IntentContext';
import { selectDeviceLabel } from '#state/referenceData';
import { useLeave } from '#ui/form/leaveGuard';
import { LeaveQuestion } from '#ui/form/LeaveQuestion';
import { useBrowserStorage } from '#ui/browserStorage';
import { ErrorBoundary } from '#ui/ErrorBoundary';
import { loadable, inCorner } from '#ui/loadable';
import { homeOf, mayOpen, menuOf } from './access.ts';
import { FailedStops } from './FailedStops.tsx';
import { useConsole } from './ConsoleContext.ts';
import { OfflineBanner } from './OfflineBanner.tsx';
import { useLiveSelector } from '#hooks/useLiveSelector';
import { withoutMoment } from '#timeline/moment/momentAddress';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import { useTimeline } from '#timeline/useTimeline';
import { routes } from './routes.ts';
import { Shell } from '../shell/Shell.tsx';
import { ShownAge } from './ShownAge.tsx';
import { useCopyrightYear } from './useCopyrightYear.ts';
import { type Alert, selectAlerts } from '#state/alerts';
import { Toasts } from '#ui/Toasts';
import { getAllDeviceTypes, getAllDevices, getAllLifeCycleStages } from '#contract/devices/device';
import { getErrorCodes } from '#contract/errorCode';
import { getMachines } from '#contract/fleet/machine';
import { getAllMaps } from '#contract/map';
import { getDeployments, getGreenhouses, getLocations, getOrganisations } from '#contract/place';
import { getAccountPolicy } from '#contract/sessionAccount';
import { useOwnAccount } from '#hooks/OwnAccountContext';
import { useQuery } from '#hooks/useQuery';
import { Banner } from '#ui/Banner';
import { isOfDevice } from '#domain/addresses';
import { CommandQuestionProvider } from '#widgets/CommandQuestion';
import { useAccountZone } from '#widgets/AccountZone';
import { EarlierMomentProvider } from '#widgets/EarlierMoment';
import { stopPlaces } from '#widgets/stopPlaces';
import { useShownDevice } from '#widgets/useSelectedSerial';
import { isShortcut } from '#ui/keyTargets';

const KeysHelp = loadable(async () => (await import('./KeysHelp.tsx')).KeysHelp, { waiting: null, place: inCorner });

/** Returns the list of keyboard shortcuts while it is open, and the function that opens it; "?" opens it on every screen, except in a text field. */
function useKeysHelp(): { readonly dialog: ReactNode; readonly open: () => void } {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isShortcut(event) || event.key !== '?') return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return { dialog: isOpen ? <KeysHelp onClose={() => setOpen(false)} /> : null, open: () => setOpen(true) };
}

// No notice is shown if this background task fails; the next start tries again.
const RenewPush = loadable(async () => (await import('./RenewPush.tsx')).RenewPush, { waiting: null, place: () => null });

// If the code cannot be loaded, no account is kept; the next start tries again.
const AccountNotice = loadable(async () => (await import('./AccountNotice.tsx')).AccountNotice, { waiting: null, place: () => null });

interface Props {
  readonly path: string;
  readonly home: string;
}

/** Raises an alert once for an unknown or forbidden path and redirects to the home page. */
function NotFoundRedirect({ path, home }: Props) {
  const sendIntent = useIntent();
  useEffect(() => sendIntent({ kind: 'alert.raised', tone: 'warning', text: `There is no page ${path}` }), [sendIntent, path]);
  return <Navigate replace to={home} />;
}

const WHAT = {
  role: ['Your account has no role yet.', 'can give you one.'],
  organisation: ['Your account belongs to no organisation yet.', 'can add it to one.'],
} as const;

/** Renders a note of who can grant access, for users who see nothing because they lack a role or an organisation. */
function StandingBanner({ company }: { readonly company: string }) {
  const missing = useAppSelector(selectMissingStanding);
  if (missing === null) return null;
  const [what, remedy] = WHAT[missing];
  return (
    <Banner tone="warning">
      {what} An administrator of {company} {remedy}
    </Banner>
  );
}

const WHOLE_LIST = { allPages: true };

/** Subscribes to the queries that every screen needs, while a user is signed in: all states, and reference data. Source: LIVE-013, LIVE-015. */
function AppQueries(): null {
  const { recording } = useTimeTravel();
  useQuery(getAccountPolicy, {}, {}, { isWanted: useFeature('session_accounts') && recording === undefined });
  useQuery(getMachines, {});
  useQuery(getAllDevices, {});
  useQuery(getAllDeviceTypes, {});
  useQuery(getAllLifeCycleStages, {});
  useQuery(getErrorCodes, {});
  useQuery(getDeployments, {}, {}, WHOLE_LIST);
  useQuery(getLocations, {}, {}, WHOLE_LIST);
  useQuery(getGreenhouses, {}, {}, WHOLE_LIST);
  useQuery(getOrganisations, {}, {}, WHOLE_LIST);
  useQuery(getAllMaps, {}, {}, WHOLE_LIST);
  return null;
}

/** Maximum number of toasts at a time; more remove the oldest, e.g. in a hidden tab, where no toast ends. */
const MOST_TOASTS = 5;

/**
 * Renders the alerts of the log as toasts, each until it ends by itself or is closed: a toast that the user reads stays, even after the log has dropped its
 * alert. Source: TOAST3.
 */
function AlertToasts() {
  // The live log is used even in the past, because current alerts must not be missed.
  const alerts = useLiveSelector(selectAlerts);
  const [{ shown, seen }, setKept] = useState<{ readonly shown: readonly Alert[]; readonly seen: readonly Alert[] }>({
    shown: [],
    seen: [],
  });
  if (alerts !== seen) {
    const added = alerts.filter((alert) => !seen.includes(alert));
    const isRepeated = (alert: Alert) => added.some(({ tone, text }) => tone === alert.tone && text === alert.text);
    setKept({ shown: [...shown.filter((alert) => !isRepeated(alert)), ...added].slice(-MOST_TOASTS), seen: alerts });
  }
  const toasts = shown.map(({ id, tone, text }) => ({ id: String(id), tone, text }));
  return (
    <Toasts
      toasts={toasts}
      onGone={(gone) => setKept((kept) => ({ ...kept, shown: kept.shown.filter(({ id }) => String(id) !== gone) }))}
    />
  );
}

/**
 * Renders the notices of a screen: the shown moment, failed stops, missing rights, the account, and the network (the current one or, in a recording, the one at
 * that time).
 */
function ScreenNotices({ moment, company }: { readonly moment: ReactNode; readonly company: string }) {
  const { recording } = useTimeTravel();
  const hasAccounts = useFeature('session_accounts');
  const isOfflineNow = useLiveSelector(selectIsOffline);
  const isOfflineThen = useAppSelector(selectIsOffline);
  return (
    <>
      {moment}
      <FailedStops />
      <StandingBanner company={company} />
      {hasAccounts && recording === undefined && <AccountNotice />}
      <OfflineBanner isOffline={recording === undefined ? isOfflineNow : isOfflineThen} isRecorded={recording !== undefined} />
    </>
  );
}

/** Returns the name of the device that a page shows; undefined on other pages. */
function useShownLabel(pathname: string): string | undefined {
  const shown = useShownDevice(isOfDevice(pathname));
  return useAppSelector((s) => (shown === null ? undefined : selectDeviceLabel(s, shown.serial)));
}

/** Keeps the account of the session active on every page; it ends with its last subscriber. */
function KeptSession(): null {
  useOwnAccount();
  return null;
}

/**
 * Renders a private screen, and keeps the account of the session and an open command confirmation, which would otherwise end on an unknown page. Source:
 * SACCT10, STOPWAY12.
 */
export const PrivateLayout = () => (
  <>
    <KeptSession />
    <CommandQuestionProvider>
      <stopPlaces.Provider>
        <PrivateScreen />
      </stopPlaces.Provider>
    </CommandQuestionProvider>
  </>
);

/**
 * Renders the frame of every private screen, connected to the log: the queries of all screens, toasts, "There is no page", and the message about a missing
 * role.
 */
function PrivateScreen() {
  const { config, session } = useConsole();
  const hasPush = useFeature('web_push');
  const leave = useLeave();
  const { pathname, search } = useLocation();
  const viewed = withoutMoment(search);
  const navigate = useNavigate();
  const sendIntent = useIntent();
  const name = useAppSelector(selectOwnName);
  const role = useAppSelector(selectRole);
  // The menu is hidden for users without data, because all its screens would be empty.
  const isOutside = useAppSelector((s) => selectMissingStanding(s) !== null && selectHasNoDevices(s));
  const year = useCopyrightYear();
  const of = useShownLabel(pathname);
  const timeline = useTimeline();
  const keys = useKeysHelp();
  const isNotified = useBrowserStorage().get(PUSH_ID) !== null && hasPush;
  const { recording } = useTimeTravel();
  // The frame must render again when another zone is selected.
  useAccountZone();
  const row = routes.find(({ path }) => path === pathname);
  // Without this navigation, the next user who signs in would be redirected to the screen of the previous user.
  const logOut = () => {
    void session.signOut();
    void navigate('/');
  };
  useEffect(() => sendIntent({ kind: 'route.entered', path: pathname, search: viewed }), [sendIntent, pathname, viewed]);
  if (row === undefined || !mayOpen(row, role, config.features)) return <NotFoundRedirect path={pathname} home={homeOf(routes, role)} />;
  return (
    <EarlierMomentProvider>
      <AppQueries />
      {isNotified && <RenewPush />}
      <Shell
        product={config.product}
        menu={isOutside ? [] : menuOf(routes, role, config.features)}
        title={row.title}
        of={of}
        person={{ name, leaving: recording === undefined ? 'Log Out' : 'Close recording' }}
        age={<ShownAge />}
        timeButton={timeline.button}
        timeBar={timeline.bar}
        past={timeline.isPast}
        toasts={<AlertToasts />}
        footer={{ version: config.version, year, owner: config.company }}
        banner={timeline.banner}
        notices={<ScreenNotices moment={timeline.notice} company={config.company} />}
        onKeys={keys.open}
        onNavigate={(path) => void navigate(path)}
        onLogOut={() => leave(logOut)}
      >
        <ErrorBoundary resetKey={pathname}>
          <Outlet />
        </ErrorBoundary>
      </Shell>
      {keys.dialog}
      <LeaveQuestion />
    </EarlierMomentProvider>
  );
}
