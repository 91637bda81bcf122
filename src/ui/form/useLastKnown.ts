import { useContext, useState, useSyncExternalStore } from 'react';
import { LeaveGuardContext } from './leaveGuard.ts';

/**
 * Returns the value of a key, otherwise the last known value of the same key: somebody else may remove what a person edits. The value must be the same object
 * while it is unchanged. Source: GONE1.
 */
export function useLastKnown<Value>(key: string | null, value: Value | undefined): Value | undefined {
  const [last, setLast] = useState({ key, value });
  if (last.key !== key || (value !== undefined && last.value !== value)) setLast({ key, value });
  return value ?? (last.key === key ? last.value : undefined);
}

const subscribeToNothing = () => () => undefined;

/** Returns whether the page has unsaved changes of its subject. */
function useIsSubjectUnsaved(): boolean {
  const guard = useContext(LeaveGuardContext);
  return useSyncExternalStore(guard?.subscribe ?? subscribeToNothing, () => guard?.hasUnsaved('subject') === true);
}

/**
 * Returns the subject of the page, and while the page has unsaved changes the one to which they belong: a subject that nobody chose (`isChosen`) does not take
 * its place. Source: GONE2.
 */
export function useSubjectWhileUnsaved(subject: string | null, isChosen: boolean): string | null {
  const isUnsaved = useIsSubjectUnsaved();
  const [last, setLast] = useState(subject);
  const shown = isUnsaved && !isChosen && last !== null ? last : subject;
  if (last !== shown) setLast(shown);
  return shown;
}

/**
 * Returns the value of a key, otherwise, while the page has unsaved changes, its last known one: what was typed on the page of something that is gone, and why
 * it was not saved, stay until the person discards them. Source: GONE2.
 */
export function useKeptWhileUnsaved<Value>(key: string | null, value: Value | undefined): Value | undefined {
  const isUnsaved = useIsSubjectUnsaved();
  const known = useLastKnown(key, value);
  return value ?? (isUnsaved ? known : undefined);
}
