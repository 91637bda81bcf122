import { createContext, useContext, useEffect } from 'react';

/** Knows whether a form has unsaved changes, and asks before they are lost. */
export interface LeaveGuard {
  /** Counts a form with unsaved changes until the returned function is called. */
  readonly hold: () => () => void;
  readonly isHeld: () => boolean;
  /** Does at once what would lose changes where there are none; asks first where there are. */
  readonly leave: (act: () => void) => void;
  /** Whether the question is open. */
  readonly isPending: () => boolean;
  /** Yes leaves, no stays. */
  readonly answer: (yes: boolean) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** A guard of one page; `onHeld` is called when the first unsaved change comes and when the last one goes. */
export function createLeaveGuard(onHeld: (isHeld: boolean) => void = () => undefined): LeaveGuard {
  const held = new Set<symbol>();
  const listeners = new Set<() => void>();
  const asked: { act: (() => void) | null } = { act: null };
  const ask = (act: (() => void) | null) => {
    asked.act = act;
    for (const listener of listeners) listener();
  };
  const release = (key: symbol) => {
    if (held.delete(key) && held.size === 0) onHeld(false);
  };
  return {
    hold: () => {
      const key = Symbol('unsaved');
      held.add(key);
      if (held.size === 1) onHeld(true);
      return () => release(key);
    },
    isHeld: () => held.size > 0,
    leave: (act) => (held.size === 0 ? act() : ask(act)),
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

/** The guard of the page. Without one nothing is asked. */
export const LeaveGuardContext = createContext<LeaveGuard | null>(null);

/** Asks before the changes of this view are lost: on the way to another screen, when the page is closed, and by `useLeave`. */
export function useUnsaved(isUnsaved: boolean): void {
  const guard = useContext(LeaveGuardContext);
  useEffect(() => (isUnsaved ? guard?.hold() : undefined), [guard, isUnsaved]);
}

/** Gives the way to do what would lose unsaved changes: closing a dialog, choosing another row, signing out. */
export function useLeave(): (act: () => void) => void {
  const guard = useContext(LeaveGuardContext);
  return (act) => (guard === null ? act() : guard.leave(act));
}
