import { createContext } from 'react';
import type { MapFilePreview } from '#domain/places/mapFile';

/** Previews a map file before it is sent. Never rejects; does not resolve once `signal` is aborted. */
export type PreviewMapFile = (file: File, signal: AbortSignal) => Promise<MapFilePreview>;

/** The function that previews map files; null if previews are not possible. */
export const MapFileContext = createContext<PreviewMapFile | null>(null);
