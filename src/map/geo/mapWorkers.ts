import { prewarm, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';

setWorkerUrl(workerUrl);

/** Starts the workers of the maps, which loads their code, so that the first map requests nothing. */
export const startMapWorkers = (): void => prewarm();
