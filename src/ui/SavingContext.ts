/** Whether the surrounding form is saving (`useIsSaving`), and the parts of a form that send their own requests (`useReportSaving`). */

import { createContext, useCallback, useContext, useLayoutEffect, useState } from 'react';

/** True while the surrounding form is saving: its fields are read-only. */
export const SavingContext = createContext(false);

/** Returns whether the surrounding form is saving. A field that changed meanwhile would lose the change when the form closes. Source: FORM12. */
export const useIsSaving = (): boolean => useContext(SavingContext);

/** Registers a part that is saving; the returned function unregisters it. */
type HoldPart = () => () => void;

/** Registers the parts of the surrounding form or dialog; null outside of one. */
export const SavingPartsContext = createContext<HoldPart | null>(null);

/**
 * Reports that a part of a form or dialog, such as the button that removes its entity, is sending its own request: the form stays open until the response and
 * shows a refusal. Source: FORM13.
 */
export function useReportSaving(isSaving: boolean): void {
  const hold = useContext(SavingPartsContext);
  useLayoutEffect(() => {
    if (!isSaving || hold === null) return undefined;
    const release = hold();
    return () => release();
  }, [hold, isSaving]);
}

/** Returns whether a part of this form or dialog is saving, and the value of its `SavingPartsContext`. */
export function useSavingParts(): { readonly isPartSaving: boolean; readonly hold: HoldPart } {
  const [count, setCount] = useState(0);
  const hold = useCallback(() => {
    setCount((before) => before + 1);
    return () => setCount((before) => before - 1);
  }, []);
  return { isPartSaving: count > 0, hold };
}
