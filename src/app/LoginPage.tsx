import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { z } from '#contract/schema';
import { selectRole, selectSession } from '#state/session';
import { useAppSelector } from '#state/useAppSelector';
import { homeOf } from './access.ts';
import { routes } from './routes.ts';
import { SignInPage } from './SignInPage.tsx';
import { useYear } from './useYear.ts';

const wanted = z.object({ wanted: z.string().startsWith('/') });

/** The root: the way in again, and for those who are in, the way on to where they wanted to go. */
export function LoginPage() {
  const [search] = useSearchParams();
  const { state } = useLocation();
  const session = useAppSelector(selectSession);
  const role = useAppSelector(selectRole);
  const year = useYear();
  if (session.profile !== null) {
    const asked = wanted.safeParse(state);
    return <Navigate replace to={asked.success ? asked.data.wanted : homeOf(routes, role)} />;
  }
  return <SignInPage hint={search.get('login_hint')} year={year} refused={session.refusedMessage === '' ? null : session.refusedMessage} />;
}
