/** The worker code of the maps: its URL, its start. */

import { prewarm, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';

/** Sets the URL of the maps' worker code. */
export const placeMapWorkers = (): void => setWorkerUrl(workerUrl);

/** Starts the workers of the maps. This loads their code, so that the first map requests nothing. */
export function startMapWorkers(): void {
  placeMapWorkers();
  prewarm();
}
