import { previewOf, type MapFilePreview } from '#domain/places/mapFile';
import { readZip, ZipProblem } from './readZip.ts';

/** Reads a file of a map. A rejection is a file too large for this browser. */
export async function previewMapFile(file: Blob): Promise<MapFilePreview> {
  try {
    return previewOf(await readZip(file));
  } catch (error) {
    if (error instanceof ZipProblem) return { kind: 'refused', problem: error.message };
    throw error;
  }
}
