/** Starts the gallery page `/kit`. */

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { noStorage } from '#ui/browserStorage';
import { createLeaveGuard, LeaveGuardContext } from '#ui/form/leaveGuard';
import { LeaveQuestion } from '#ui/form/LeaveQuestion';
import { UiProvider } from '#ui/UiProvider';
import { Gallery } from './Gallery.tsx';

const root = document.getElementById('root');
if (root !== null) {
  // One example is broken on purpose; its error is not an error of the page.
  createRoot(root, { onCaughtError: () => undefined }).render(
    <StrictMode>
      <LeaveGuardContext value={createLeaveGuard()}>
        <UiProvider remember={noStorage}>
          <Gallery />
          <LeaveQuestion />
        </UiProvider>
      </LeaveGuardContext>
    </StrictMode>,
  );
}
