import { useSyncExternalStore } from 'react';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import type { LeaveGuard } from './leaveGuard.ts';

/** Asks before unsaved changes are lost; once per page, above everything else. */
export function LeaveQuestion({ guard }: { readonly guard: LeaveGuard }) {
  const isAsking = useSyncExternalStore(guard.subscribe, guard.isAsking);
  return (
    <ConfirmDialog
      open={isAsking}
      text="Changes that are not saved will be lost."
      onYes={() => guard.answer(true)}
      onNo={() => guard.answer(false)}
    />
  );
}
