import { useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { selectProfile } from '#state/session';
import { useAppSelector } from '#hooks/useAppSelector';
import { loadable } from '#ui/loadable';
import { AccountZoneProvider } from '#widgets/AccountZone';
import { useTimeTravel } from '#hooks/TimeTravelContext';

export const PrivateLayout = loadable(async () => (await import('./PrivateLayout.tsx')).PrivateLayout, { waiting: null });
const MfaPage = loadable(async () => (await import('./MfaPage.tsx')).MfaPage, { waiting: null });

/**
 * Renders the private routes only for users with a complete sign-in, including the second factor; redirects others to the root. A user who replaces another one
 * is redirected to their own first screen. Source: PERSON2.
 */
export function SignInGate() {
  const { pathname, search } = useLocation();
  const profile = useAppSelector(selectProfile);
  const [username] = useState(profile?.username ?? null);
  // A recording does not need a sign-in.
  const isReplay = useTimeTravel().recording !== undefined;
  if (profile === null) return <Navigate replace to="/" state={{ wanted: pathname + search, username }} />;
  // Another user signed in, in another tab, within one batch of the log.
  if (username !== null && profile.username !== username) return <Navigate replace to="/" />;
  if (!profile.second_factor && !isReplay) return <MfaPage email={profile.email} />;
  return (
    <AccountZoneProvider key={profile.username}>
      <PrivateLayout />
    </AccountZoneProvider>
  );
}
