import { useContext, useSyncExternalStore } from 'react';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { LeaveGuardContext } from './leaveGuard.ts';

const subscribeToNothing = () => () => undefined;
const isNever = () => false;

/** Renders the dialog "Changes that are not saved will be lost."; mount it once per page, above everything else. */
export function LeaveQuestion() {
  const guard = useContext(LeaveGuardContext);
  const isPending = useSyncExternalStore(guard?.subscribe ?? subscribeToNothing, guard?.isPending ?? isNever);
  return (
    <ConfirmDialog
      open={isPending}
      text="Changes that are not saved will be lost."
      onYes={() => guard?.answer(true)}
      onNo={() => guard?.answer(false)}
    />
  );
}
