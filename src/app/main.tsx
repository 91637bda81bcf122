import { workOffline } from '#edge/offline';
import { boot } from './boot.tsx';

if (import.meta.env.PROD) workOffline(window);

const root = document.getElementById('root');
if (root !== null) {
  boot(root).catch((error: unknown) => {
    root.textContent = error instanceof Error ? error.message : 'The console could not start.';
  });
}
