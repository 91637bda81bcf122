import { useContext, useState, useSyncExternalStore } from 'react';
import { LeaveGuardContext } from './leaveGuard.ts';

/**
 * Returns the value of a key, or its last known value if it is missing: another user may remove the entity that is being edited. The value must be the same
 * object while it is unchanged. Source: GONE1.
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
 * Returns the subject of the page; while the page has unsaved changes, the subject to which they belong: a subject that the user did not choose (`isChosen`)
 * does not replace it. Source: GONE2.
 */
export function useSubjectWhileUnsaved(subject: string | null, isChosen: boolean): string | null {
  const isUnsaved = useIsSubjectUnsaved();
  const [last, setLast] = useState(subject);
  const shown = isUnsaved && !isChosen && last !== null ? last : subject;
  if (last !== shown) setLast(shown);
  return shown;
}

/**
 * Returns the value of a key or, while the page has unsaved changes, its last known value: the typed text on the page of a removed entity, and the reason why
 * it was not saved, stay until the user discards them. Source: GONE2.
 */
export function useKeptWhileUnsaved<Value>(key: string | null, value: Value | undefined): Value | undefined {
  const isUnsaved = useIsSubjectUnsaved();
  const known = useLastKnown(key, value);
  return value ?? (isUnsaved ? known : undefined);
}
