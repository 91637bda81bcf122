/** Sets the URL of the map worker, and starts the workers in advance. */

import { prewarm, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';

/** Sets the URL of the map worker's code. */
export const placeMapWorkers = (): void => setWorkerUrl(workerUrl);

/** Starts the map workers. This loads their code, so that the first map requests nothing. */
export function startMapWorkers(): void {
  placeMapWorkers();
  prewarm();
}
