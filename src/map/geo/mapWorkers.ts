/** Sets the URL of the map worker, and starts the workers in advance. */

import { prewarm, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';

/** Sets the URL of the map worker's code. */
export const placeMapWorkers = (): void => setWorkerUrl(workerUrl);

/** Starts the map workers, which loads their code, so the first map needs no request for it. */
export function startMapWorkers(): void {
  placeMapWorkers();
  prewarm();
}
