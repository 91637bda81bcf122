import { useMemo, useState } from 'react';
import { Navigate, Route, Routes, unstable_HistoryRouter as HistoryRouter, useLocation, useSearchParams } from 'react-router-dom';
import { confirmUnload } from '#edge/confirmUnload';
import { FeaturesContext } from '#hooks/features';
import { MapFileContext } from '#hooks/MapFileContext';
import { SecretContext, type SecretChannel } from '#hooks/secretChannel';
import { SiteConfigContext } from '#hooks/siteConfig';
import { ProductNamesContext } from '#hooks/productNames';
import { LeaveGuardContext, createLeaveGuard } from '#ui/form/leaveGuard';
import { SaveFileContext, ShowBytesContext } from '#ui/SaveFileContext';
import { type Console, ConsoleContext } from './ConsoleContext.ts';
import { pageFiles } from './pageFiles.ts';
import { SignInGate } from './SignInGate.tsx';
import { guardedHistory } from './guardedHistory.ts';
import type { OpenTimeTravel } from '#past/moments/openTimeTravel';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import { TimeTravelProvider } from '#timeline/TimeTravelProvider';
import { PageAddress } from './PageAddress.tsx';
import { routes } from './routes.ts';
import type { startLog } from './start.ts';
import { z } from '#contract/schema';
import { selectRole, selectSession } from '#state/session';
import { useAppSelector } from '#hooks/useAppSelector';
import { homeOf } from './access.ts';
import { SignInPage } from './SignInPage.tsx';
import { timelinePorts } from './timelinePorts.ts';
import { useCopyrightYear } from './useCopyrightYear.ts';

/** The requested page, and the user who requested it; null if nobody was signed in. */
const wanted = z.object({ wanted: z.string().check(z.startsWith('/')), username: z.nullable(z.string()) });

/** Renders the root: the sign-in page, or for a signed-in user a redirect to the requested page, unless another user requested that page. Source: PERSON2. */
function LoginPage() {
  const [search] = useSearchParams();
  const { state } = useLocation();
  const session = useAppSelector(selectSession);
  const role = useAppSelector(selectRole);
  const year = useCopyrightYear();
  if (session.profile !== null) {
    const asked = wanted.safeParse(state);
    const isOwn = asked.success && [null, session.profile.username].includes(asked.data.username);
    return <Navigate replace to={isOwn ? asked.data.wanted : homeOf(routes, role)} />;
  }
  return <SignInPage hint={search.get('login_hint')} year={year} refused={session.refusedMessage === '' ? null : session.refusedMessage} />;
}

// The routes are declarative: the event log replaces loaders and actions, and the router is half as large without them.
const pages = (
  <Routes>
    <Route path="/" element={<LoginPage />} />
    <Route element={<SignInGate />}>
      {routes.map(({ path, screen: Screen }) => (
        <Route key={path} path={path} element={<Screen />} />
      ))}
      <Route path="*" element={null} />
    </Route>
  </Routes>
);

interface PagesProps {
  readonly console: Console;
  /** The channel for secrets; null if no requests are possible. */
  readonly secrets: SecretChannel | null;
  /** The base path of the pages if it is not the root. */
  readonly basename?: string;
}

/** Renders the routes with the dependencies that they need in addition to the store and intents. */
export function ConsolePages({ console, secrets, basename = '' }: PagesProps) {
  const { clock } = useTimeTravel();
  const [leaveGuard] = useState(() => createLeaveGuard(confirmUnload(window)));
  const [files] = useState(() => pageFiles(window));
  const [history] = useState(() => guardedHistory(window, leaveGuard));
  return (
    <SecretContext value={secrets}>
      <ConsoleContext value={console}>
        <ProductNamesContext value={console.config}>
          <FeaturesContext value={console.config.features}>
            <SaveFileContext value={files.saveFile}>
              <ShowBytesContext value={files.showBytes}>
                <MapFileContext value={files.previewMapFile}>
                  <SiteConfigContext value={console.config}>
                    <LeaveGuardContext value={leaveGuard}>
                      <HistoryRouter history={history} basename={basename}>
                        <PageAddress history={history} clock={clock}>
                          {pages}
                        </PageAddress>
                      </HistoryRouter>
                    </LeaveGuardContext>
                  </SiteConfigContext>
                </MapFileContext>
              </ShowBytesContext>
            </SaveFileContext>
          </FeaturesContext>
        </ProductNamesContext>
      </ConsoleContext>
    </SecretContext>
  );
}

interface Props {
  readonly running: ReturnType<typeof startLog>;
  readonly travel: OpenTimeTravel;
  readonly console: Console;
}

/** Provides the store, intents and the router to the routes (`ConsolePages`). */
export function App({ running, travel, console }: Props) {
  const ports = useMemo(() => timelinePorts(console.config, console.requestOnce), [console]);
  return (
    <TimeTravelProvider travel={travel} liveStore={running.store} ports={ports}>
      <ConsolePages console={console} secrets={running.secrets} />
    </TimeTravelProvider>
  );
}
