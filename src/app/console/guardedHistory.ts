import { NavigationType, type To, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom';
import type { LeaveGuard } from '#ui/form/leaveGuard';

/** The part of the page's history that the router and the URL state of the views use. */
export type History = ReturnType<typeof guardedHistory>;

/** The parts of a query that name what a screen is about: another one takes the place of its forms. */
const SUBJECTS = ['device_serial', 'map_id', 'incident_id'];

const placeOf = ({ pathname, search }: { readonly pathname: string; readonly search: string }): string => {
  const query = new URLSearchParams(search);
  return JSON.stringify([pathname, ...SUBJECTS.map((name) => query.get(name))]);
};

/**
 * Creates a browser history that asks before leaving a screen, or the device, map or incident that it is about, with unsaved changes, including by Back and Forward. It
 * does not ask otherwise within one screen: a table that stores its page in the URL does not affect the form next to it. For its listeners, Pop means Back or the
 * first URL.
 */
export function guardedHistory(page: Window, guard: Pick<LeaveGuard, 'hasUnsaved' | 'leave'>) {
  const history = createBrowserHistory({ window: page, v5Compat: true });
  const shown = { place: placeOf(history.location), isReturning: false };
  const staysHere = (to: To) => placeOf(history.encodeLocation(to)) === shown.place;
  type Listener = Parameters<typeof history.listen>[0];
  const guarded = (listener: Listener): Listener => {
    return (update) => {
      if (shown.isReturning) {
        shown.isReturning = false;
        return;
      }
      const { delta, location } = update;
      if (
        update.action === NavigationType.Pop &&
        delta !== null &&
        delta !== 0 &&
        placeOf(location) !== shown.place &&
        guard.hasUnsaved()
      ) {
        shown.isReturning = true;
        history.go(-delta);
        guard.leave(() => history.go(delta));
        return;
      }
      shown.place = placeOf(location);
      // Forward navigates like a link; Pop means Back only.
      listener(delta !== null && delta > 0 ? { ...update, action: NavigationType.Push } : update);
    };
  };
  return {
    get action() {
      return history.action;
    },
    get location() {
      return history.location;
    },
    createHref: (to: To) => history.createHref(to),
    createURL: (to: To) => history.createURL(to),
    encodeLocation: (to: To) => history.encodeLocation(to),
    go: (delta: number) => history.go(delta),
    push: (...to: Parameters<typeof history.push>) => (staysHere(to[0]) ? history.push(...to) : guard.leave(() => history.push(...to))),
    replace: (...to: Parameters<typeof history.replace>) =>
      staysHere(to[0]) ? history.replace(...to) : guard.leave(() => history.replace(...to)),
    listen: (listener: Listener) => history.listen(guarded(listener)),
  };
}
