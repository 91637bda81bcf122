/** The entry point of the page: starts the console, the replay, or the popup that returns from the sign-in. */

import { workOffline } from '#edge/offline';
import { isReturn } from '#edge/signInClient';
import { straightenAddress } from '#edge/straightAddress';
import { trustScripts } from '#edge/trustedTypesPolicy';
import { boot } from './boot.tsx';

straightenAddress(window);
const isPopup = isReturn(window.location);
if (import.meta.env.PROD) {
  trustScripts(window);
  if (!isPopup) workOffline(window);
}

const root = document.getElementById('root');
if (isPopup) {
  if (root !== null) root.textContent = 'You can close this window.';
  void import('./signedIn.ts');
} else if (root !== null) {
  const start = /^\/replay(\/|$)/.test(window.location.pathname) ? import('./openApp.tsx').then((app) => app.openReplay(root)) : boot(root);
  start.catch((error: unknown) => {
    // The library's reason is only for readers of the browser's developer console.
    reportError(error);
    root.textContent = 'The console could not start. Reload the page to try again.';
  });
}
