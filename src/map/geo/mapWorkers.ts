/** Sets the URL of the map worker and starts the workers before the first map is shown. */

import { prewarm, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';

/** Sets the URL of the maps' worker code. */
export const placeMapWorkers = (): void => setWorkerUrl(workerUrl);

/** Starts the workers of the maps. This loads their code, so that the first map requests nothing. */
export function startMapWorkers(): void {
  placeMapWorkers();
  prewarm();
}
