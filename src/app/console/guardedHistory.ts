import { NavigationType, type To, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom';
import type { LeaveGuard } from '#ui/form/leaveGuard';

/** The part of the page's history that the router and the URL state of the views use. */
export type History = ReturnType<typeof guardedHistory>;

/**
 * Creates a browser history that asks before leaving a screen with unsaved changes, including by Back and Forward. It does not ask within one screen: a table
 * that stores its page in the URL does not affect the form next to it. For its listeners, Pop means Back or the first URL.
 */
export function guardedHistory(page: Window, guard: Pick<LeaveGuard, 'hasUnsaved' | 'leave'>) {
  const history = createBrowserHistory({ window: page, v5Compat: true });
  const shown = { pathname: history.location.pathname, isReturning: false };
  const staysHere = (to: To) => history.encodeLocation(to).pathname === shown.pathname;
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
        location.pathname !== shown.pathname &&
        guard.hasUnsaved()
      ) {
        shown.isReturning = true;
        history.go(-delta);
        guard.leave(() => history.go(delta));
        return;
      }
      shown.pathname = location.pathname;
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
