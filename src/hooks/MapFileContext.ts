import { createContext } from 'react';
import type { MapFilePreview } from '#domain/places/mapFile';

/** Reads a map file before it is sent. Never rejects; does not resolve once `signal` is aborted. */
export type PreviewMapFile = (file: File, signal: AbortSignal) => Promise<MapFilePreview>;

/** The function that reads map files; null if none can be read. */
export const MapFileContext = createContext<PreviewMapFile | null>(null);
