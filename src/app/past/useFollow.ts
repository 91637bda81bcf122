import { useContext, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAppSelector } from '#state/hooks/useAppSelector';
import { selectRoute } from '#state/page';
import { momentParameters, withoutMoment } from './momentAddress.ts';
import { PlayheadContext } from './TimeTravelContext.ts';

/**
 * While a past moment is shown and `isOn`: goes to the screen that the person of the log looked at then, with its selection and filters, whenever that
 * changes. In between one may look elsewhere.
 */
export function useFollow(isOn: boolean): void {
  const isFollowing = useContext(PlayheadContext).kind === 'past' && isOn;
  const route = useAppSelector(selectRoute);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const followed = useRef<string | null>(null);
  useEffect(() => {
    const wanted = isFollowing && route !== null ? `${route.path}?${route.search}` : null;
    if (wanted === followed.current) return;
    followed.current = wanted;
    if (wanted === null || wanted === `${pathname}?${withoutMoment(search)}`) return;
    void navigate(`${wanted}&${momentParameters(search)}`, { replace: true });
  }, [isFollowing, route, pathname, search, navigate]);
}
