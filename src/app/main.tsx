import { workOffline } from '#edge/offline';
import { trustScripts } from '#edge/trustScripts';
import { boot } from './boot.tsx';

if (import.meta.env.PROD) {
  trustScripts(window);
  workOffline(window);
}

const root = document.getElementById('root');
if (root !== null) {
  boot(root).catch((error: unknown) => {
    root.textContent = error instanceof Error ? error.message : 'The console could not start.';
  });
}
