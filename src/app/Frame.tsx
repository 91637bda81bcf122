import { chakra } from '@chakra-ui/react';
import { Suspense, useEffect } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { selectIsOffline } from '#state/page';
import { selectHasNoDevices } from '#state/referenceData';
import { selectMissingStanding, selectOwnName, selectRole } from '#state/session';
import { useAppSelector } from '#state/useAppSelector';
import { useIntent } from '#state/IntentContext';
import { useLeave } from '#ui/form/leaveGuard';
import { LeaveQuestion } from '#ui/form/LeaveQuestion';
import { ErrorBoundary } from '#ui/ErrorBoundary';
import { Skeleton } from '#ui/Skeleton';
import { homeOf, mayOpen, menuOf } from './access.ts';
import { AlertToasts } from './AlertToasts.tsx';
import { AppQueries } from './AppQueries.tsx';
import { useConsole } from './ConsoleContext.ts';
import { NotFoundRedirect } from './NotFoundRedirect.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import { routes } from './routes.ts';
import { Shell } from './shell/Shell.tsx';
import { ShownAge } from './ShownAge.tsx';
import { StandingBanner } from './StandingBanner.tsx';
import { useYear } from './useYear.ts';

/** The frame around every private screen, wired to the log. */
export function Frame() {
  const { config, session } = useConsole();
  const leave = useLeave();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const give = useIntent();
  const name = useAppSelector(selectOwnName);
  const role = useAppSelector(selectRole);
  const isOffline = useAppSelector(selectIsOffline);
  // A menu of screens on which there is nothing would only lead around.
  const isOutside = useAppSelector((s) => selectMissingStanding(s) !== null && selectHasNoDevices(s));
  const year = useYear();
  const row = routes.find(({ path }) => path === pathname);
  useEffect(() => give({ kind: 'route.entered', path: pathname }), [give, pathname]);
  if (row === undefined || !mayOpen(row, role)) return <NotFoundRedirect path={pathname} home={homeOf(routes, role)} />;
  return (
    <>
      <AppQueries />
      <Shell
        product={config.product}
        menu={isOutside ? [] : menuOf(routes, role)}
        title={row.title}
        person={{ name }}
        age={<ShownAge />}
        footer={{ version: config.version, year, owner: config.company }}
        banner={
          <chakra.div p="8px" display="grid" gap="8px" _empty={{ display: 'none' }}>
            <OfflineBanner isOffline={isOffline} />
            <StandingBanner company={config.company} />
          </chakra.div>
        }
        onNavigate={(path) => void navigate(path)}
        onLogOut={() => leave(() => void session.signOut())}
      >
        <ErrorBoundary resetKey={pathname}>
          <Suspense fallback={<Skeleton />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </Shell>
      <AlertToasts />
      <LeaveQuestion />
    </>
  );
}
