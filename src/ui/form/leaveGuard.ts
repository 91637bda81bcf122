/** Guards unsaved changes: `useUnsaved` announces them, and `useLeave` asks before they are lost. */

import { createContext, useContext, useEffect } from 'react';

/** Tracks whether a form has unsaved changes, and asks before they are lost. */
export interface LeaveGuard {
  /** Registers a form with unsaved changes; the returned function unregisters it. */
  readonly hold: () => () => void;
  readonly hasUnsaved: () => boolean;
  /** Runs an action that would lose unsaved changes: at once if there are none, otherwise after confirmation. Dropped while another one is being confirmed. */
  readonly leave: (act: () => void) => void;
  /** True while the confirmation is open. */
  readonly isPending: () => boolean;
  /** Answers the confirmation: true runs the action, false drops it. */
  readonly answer: (yes: boolean) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Creates the guard of a page; `onUnsavedChange` is called when the first unsaved change appears and when the last one is gone. */
export function createLeaveGuard(onUnsavedChange: (isHeld: boolean) => void = () => undefined): LeaveGuard {
  const held = new Set<symbol>();
  const listeners = new Set<() => void>();
  const asked: { act: (() => void) | null } = { act: null };
  const ask = (act: (() => void) | null) => {
    asked.act = act;
    for (const listener of listeners) listener();
  };
  const release = (key: symbol) => {
    if (!held.delete(key) || held.size > 0) return;
    onUnsavedChange(false);
    // The changes were saved, or their screen is gone, such as with its session: the next user must not confirm an action of the last one.
    if (asked.act !== null) ask(null);
  };
  return {
    hold: () => {
      const key = Symbol('unsaved');
      held.add(key);
      if (held.size === 1) onUnsavedChange(true);
      return () => release(key);
    },
    hasUnsaved: () => held.size > 0,
    leave: (act) => {
      if (held.size === 0) act();
      // The person confirms what the confirmation was opened for, and not what followed it unseen.
      else if (asked.act === null) ask(act);
    },
    isPending: () => asked.act !== null,
    answer: (yes) => {
      const { act } = asked;
      ask(null);
      if (!yes || act === null) return;
      for (const key of held) release(key);
      act();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The guard of the page. If there is none, no confirmation is requested. */
export const LeaveGuardContext = createContext<LeaveGuard | null>(null);

/** Guards the changes of this view: while there are any, navigation, closing the page and `useLeave` need confirmation. */
export function useUnsaved(isUnsaved: boolean): void {
  const guard = useContext(LeaveGuardContext);
  useEffect(() => (isUnsaved ? guard?.hold() : undefined), [guard, isUnsaved]);
}

/** Returns the function that runs an action which would lose unsaved changes, such as closing a dialog, selecting another row, or signing out. */
export function useLeave(): (act: () => void) => void {
  const guard = useContext(LeaveGuardContext);
  return (act) => (guard === null ? act() : guard.leave(act));
}
