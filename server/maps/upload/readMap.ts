import { featureCollection, planLayers, type PlanLayers } from '#contract/map';
import { z } from '#contract/schema';
import { partsOf } from '#domain/places/mapVersion';
import { invalid } from '../../platform/failure.ts';

/** The file that states the version of the archive. */
const ABOUT = 'map.json';
const ENDING = '.geojson';

const about = z.object({
  version: z.string().check(z.maxLength(400)),
  name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
  greenhouse_type: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
});

/** An uploaded map. `version` has nine parts. */
export interface UploadedMap {
  readonly version: string;
  readonly name: string | undefined;
  readonly greenhouse_type: string | undefined;
  readonly layers: PlanLayers;
}

function jsonOf(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(`${name} is not JSON`);
  }
}

const isLayer = (name: string): name is keyof PlanLayers => Object.hasOwn(planLayers.shape, name);

/**
 * Reads a map from the files of an archive: `map.json` with its version of nine parts (and optionally `name`, `greenhouse_type`), and a file
 * `<layer>.geojson` for each layer in local metres; `lane` is required. Throws `invalid` with the problem.
 */
export function readMap(files: ReadonlyMap<string, string>): UploadedMap {
  const text = files.get(ABOUT);
  if (text === undefined) throw invalid(`the zip has no ${ABOUT}`);
  const parsed = about.safeParse(jsonOf(text, ABOUT));
  if (!parsed.success) throw invalid(`${ABOUT}: ${parsed.error.issues[0]?.path.join('.') || 'wrong shape'}`);
  const { version, name, greenhouse_type } = parsed.data;
  const parts = partsOf(version);
  if (parts === null || Object.values(parts).some((part) => !/^\d+(\.\d+)*$/.test(part)))
    throw invalid('the version must have 9 parts separated by #');
  const layers: Record<string, unknown> = {};
  for (const [file, content] of files) {
    if (file === ABOUT) continue;
    const layer = file.endsWith(ENDING) ? file.slice(0, -ENDING.length) : '';
    if (!isLayer(layer)) throw invalid('the zip holds a file that belongs to no layer');
    const collection = featureCollection.safeParse(jsonOf(content, file));
    if (!collection.success) throw invalid(`${file} is not a GeoJSON feature collection`);
    layers[layer] = collection.data;
  }
  if (layers['lane'] === undefined) throw invalid('the zip has no lane.geojson');
  return { version, name, greenhouse_type, layers: planLayers.parse(layers) };
}
