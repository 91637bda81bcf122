/** Guards unsaved changes: `useUnsaved` registers them, and `useLeave` requests confirmation before they are lost. */

import { createContext, useContext, useLayoutEffect, useRef } from 'react';

/** The part that the user leaves: the whole screen, or only its subject, such as its device, which some forms outlive. */
export type Left = 'screen' | 'subject';

/** `outlivesSubject`: the changes stay when the screen shows another device, map or incident. */
interface HoldOptions {
  readonly outlivesSubject?: boolean;
}

/** The guard of unsaved changes, which requests confirmation before they are lost. */
export interface LeaveGuard {
  /** Registers a form with unsaved changes; the returned function unregisters it. */
  readonly hold: (options?: HoldOptions) => () => void;
  /** Whether there are unsaved changes that would be lost. */
  readonly hasUnsaved: (left?: Left) => boolean;
  /** Runs an action that would lose unsaved changes: immediately if there are none, otherwise after confirmation. */
  readonly leave: (act: () => void, left?: Left) => void;
  /** Like `leave`, for an action that would lose the changes of only one form, identified by the result of `hold`. */
  readonly leaveForm: (form: () => void, act: () => void) => void;
  /** True while the confirmation is open. */
  readonly isPending: () => boolean;
  /** Answers the confirmation: true runs the action, false drops it. */
  readonly answer: (yes: boolean) => void;
  /** Registers a listener of the confirmation and of the registered forms. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** An action that waits for its confirmation, and the forms whose changes it would lose. */
interface Asked {
  readonly act: () => void;
  readonly forms: readonly (() => void)[];
}

/** Creates the guard of a page; `onUnsavedChange` is called when the first unsaved change appears and when the last one is gone. */
export function createLeaveGuard(onUnsavedChange: (isHeld: boolean) => void = () => undefined): LeaveGuard {
  const held = new Map<() => void, HoldOptions>();
  const listeners = new Set<() => void>();
  let asked: Asked | null = null;
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const ask = (next: Asked | null) => {
    asked = next;
    notify();
  };
  const lostBy = (left: Left) => [...held].flatMap(([form, { outlivesSubject }]) => (left === 'subject' && outlivesSubject ? [] : form));
  const leaveForms = (forms: readonly (() => void)[], act: () => void) => {
    if (forms.length === 0) act();
    // The user confirms only the action for which the confirmation was opened, not a later one.
    else if (asked === null) ask({ act, forms });
  };
  return {
    hold: (options = {}) => {
      const release = () => {
        if (!held.delete(release)) return;
        if (held.size === 0) onUnsavedChange(false);
        // The changes were saved, or their screen is gone (e.g. with its session): the next user must not confirm an action of the previous one.
        if (asked !== null && !asked.forms.some((form) => held.has(form))) asked = null;
        notify();
      };
      held.set(release, options);
      if (held.size === 1) onUnsavedChange(true);
      notify();
      return release;
    },
    hasUnsaved: (left = 'screen') => lostBy(left).length > 0,
    leave: (act, left = 'screen') => leaveForms(lostBy(left), act),
    leaveForm: (form, act) => leaveForms(held.has(form) ? [form] : [], act),
    isPending: () => asked !== null,
    answer: (yes) => {
      const answered = asked;
      ask(null);
      if (!yes || answered === null) return;
      // The changes of other forms stay guarded.
      for (const form of answered.forms) form();
      answered.act();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The guard of the page; null if unsaved changes are lost without confirmation. */
export const LeaveGuardContext = createContext<LeaveGuard | null>(null);

/**
 * Guards the unsaved changes of this form: navigation, closing the page and `useLeave` need confirmation. Returns the function that runs an action which would
 * lose only these changes, such as closing the form.
 */
export function useUnsaved(isUnsaved: boolean, outlivesSubject = false): (act: () => void) => void {
  const guard = useContext(LeaveGuardContext);
  const form = useRef<() => void>(undefined);
  // A layout effect releases the guard in the commit that shows the form as saved, so leaving it immediately needs no confirmation.
  useLayoutEffect(() => {
    if (!isUnsaved || guard === null) return undefined;
    const release = guard.hold({ outlivesSubject });
    form.current = release;
    return release;
  }, [guard, isUnsaved, outlivesSubject]);
  return (act) => (guard === null || form.current === undefined ? act() : guard.leaveForm(form.current, act));
}

/** Returns the function that runs an action which would lose the unsaved changes of the page, such as selecting another row or signing out. */
export function useLeave(): LeaveGuard['leave'] {
  const guard = useContext(LeaveGuardContext);
  return (act, left) => (guard === null ? act() : guard.leave(act, left));
}
