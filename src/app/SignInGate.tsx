import { lazy, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { selectProfile } from '#state/session';
import { useAppSelector } from '#state/hooks/useAppSelector';

const Frame = lazy(async () => ({ default: (await import('./Frame.tsx')).Frame }));
const MfaPage = lazy(async () => ({ default: (await import('./MfaPage.tsx')).MfaPage }));

/** Renders the private routes for a complete sign-in; redirects others to the root, which returns here after the sign-in. */
export function SignInGate() {
  const { pathname, search } = useLocation();
  const profile = useAppSelector(selectProfile);
  if (profile === null) return <Navigate replace to="/" state={{ wanted: pathname + search }} />;
  return <Suspense fallback={null}>{profile.second_factor ? <Frame /> : <MfaPage email={profile.email} />}</Suspense>;
}
