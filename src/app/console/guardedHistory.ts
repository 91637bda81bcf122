import { NavigationType, type To, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom';
import type { LeaveGuard, Left } from '#ui/form/leaveGuard';

/** The part of the page's history that the router and the URL state of the views use. */
export type History = ReturnType<typeof guardedHistory>;

/** The query parameters that identify the subject of a screen, or its tab; another value replaces the forms of the screen. Source: FORM3, FORM11. */
const SUBJECTS = ['device_serial', 'map_id', 'incident_id', 'location', 'greenhouse', 'organisation', 'upload', 'update', 'tab'];

interface Place {
  readonly pathname: string;
  readonly search: string;
}

const subjectOf = ({ search }: Place): string => {
  const query = new URLSearchParams(search);
  return JSON.stringify(SUBJECTS.map((name) => query.get(name)));
};

/** Returns the part that a navigation leaves: the screen or its subject; null if neither changes. */
const leftBy = (from: Place, to: Place): Left | null =>
  to.pathname !== from.pathname ? 'screen' : subjectOf(to) === subjectOf(from) ? null : 'subject';

/**
 * Creates a browser history that requests confirmation before a navigation leaves a screen with unsaved changes and, for Back and Forward, also its subject. No
 * other navigation within a screen needs confirmation: a table that stores its page in the URL does not affect the form next to it. For its listeners, Pop
 * means Back or the first URL.
 */
export function guardedHistory(page: Window, guard: Pick<LeaveGuard, 'hasUnsaved' | 'leave'>) {
  const history = createBrowserHistory({ window: page, v5Compat: true });
  const shown: { place: Place; isReturning: boolean } = { place: history.location, isReturning: false };
  const guardedStep = (to: To, step: () => void) => {
    // Within a screen, the control that the user operates requests the confirmation itself, because a form may navigate to the entity that it has just created.
    if (leftBy(shown.place, history.encodeLocation(to)) === 'screen') guard.leave(step);
    else step();
  };
  type Listener = Parameters<typeof history.listen>[0];
  const guarded = (listener: Listener): Listener => {
    return (update) => {
      if (shown.isReturning) {
        shown.isReturning = false;
        return;
      }
      const { delta, location } = update;
      const left = leftBy(shown.place, location);
      if (update.action === NavigationType.Pop && delta !== null && delta !== 0 && left !== null && guard.hasUnsaved(left)) {
        shown.isReturning = true;
        history.go(-delta);
        guard.leave(() => history.go(delta), left);
        return;
      }
      shown.place = location;
      // Forward is reported like a link, so Pop means only Back.
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
    push: (...to: Parameters<typeof history.push>) => guardedStep(to[0], () => history.push(...to)),
    replace: (...to: Parameters<typeof history.replace>) => guardedStep(to[0], () => history.replace(...to)),
    listen: (listener: Listener) => history.listen(guarded(listener)),
  };
}
