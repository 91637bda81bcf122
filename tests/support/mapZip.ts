import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** Returns a site version of nine parts. */
export const siteVersion = (dotted: string): string => `${dotted}#${dotted}#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0`;

/** Returns lanes side by side, 20 m long, as GeoJSON. */
export const lanesText = (count: number): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: Array.from({ length: count }, (_, at) => ({
      type: 'Feature',
      geometry: {
        type: 'LineString',
        coordinates: [
          [at * 1.6, 0],
          [at * 1.6, 20],
        ],
      },
      properties: { id: String(101 + at), length: 20, width: 0.6 },
    })),
  });

/** Returns a zip of files by name. */
export async function zipOf(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

/** Returns the file of a map with the given number of lanes. */
export const mapZip = (dotted: string, lanes = 4, more: Readonly<Record<string, string>> = {}): Promise<Buffer> =>
  zipOf({ 'map.json': JSON.stringify({ version: siteVersion(dotted), name: 'Serre Noël' }), 'lane.geojson': lanesText(lanes), ...more });
