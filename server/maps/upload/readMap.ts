import { featureCollection, planLayers, type PlanLayers } from '#contract/map';
import { z } from '#contract/schema';
import { partsOf } from '#domain/places/mapVersion';
import { planProblem } from '#domain/places/planProblem';
import { fieldText, fieldTextProblem } from '#domain/text/fieldText';
import { invalid } from '../../platform/failure.ts';
import { archiveFiles } from './archiveFiles.ts';
import { parseTolerantly, withPlainPositions } from './tolerantGeojson.ts';

/** The file that states the version of the archive. */
const ABOUT = 'map.json';
const ENDING = /\.(?:geo)?json$/;

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
    return parseTolerantly(text);
  } catch {
    throw invalid(`${name} is not JSON`);
  }
}

const isLayer = (name: string): name is keyof PlanLayers => Object.hasOwn(planLayers.shape, name);

function readLayers(files: ReadonlyMap<string, string>): PlanLayers {
  const layers: Record<string, unknown> = {};
  for (const [file, content] of files) {
    if (file === ABOUT) continue;
    const layer = file.replace(ENDING, '');
    if (layer === file || !isLayer(layer))
      throw invalid(`${file} belongs to no layer: they are ${Object.keys(planLayers.shape).join(', ')}`);
    if (layers[layer] !== undefined) throw invalid(`the zip holds the layer ${layer} twice`);
    const collection = featureCollection.safeParse(withPlainPositions(jsonOf(content, file)));
    if (!collection.success) throw invalid(`${file} is not a GeoJSON feature collection`);
    layers[layer] = collection.data;
  }
  if (layers['lane'] === undefined) throw invalid('the zip has no lane.geojson');
  return planLayers.parse(layers);
}

/**
 * Reads a map from the files of an archive: `map.json` with its version of nine parts (and optionally `name`, `greenhouse_type`), and a file
 * `<layer>.geojson` for each layer in local metres; `lane` is required. Throws `invalid` with the file and the problem, also for a plan that could not be seen.
 */
export function readMap(archive: ReadonlyMap<string, string>): UploadedMap {
  const files = archiveFiles(archive);
  const text = files.get(ABOUT);
  if (text === undefined) throw invalid(`the zip has no ${ABOUT}`);
  const parsed = about.safeParse(jsonOf(text, ABOUT));
  if (!parsed.success) throw invalid(`${ABOUT}: ${parsed.error.issues[0]?.path.join('.') || 'wrong shape'}`);
  const { version } = parsed.data;
  const [name, greenhouse_type] = [parsed.data.name, parsed.data.greenhouse_type].map((word) => word && fieldText(word));
  const unsound = fieldTextProblem(name ?? '', { label: 'name' }) ?? fieldTextProblem(greenhouse_type ?? '', { label: 'greenhouse_type' });
  if (unsound !== undefined) throw invalid(`${ABOUT}: ${unsound}`);
  const parts = partsOf(version);
  if (parts === null || Object.values(parts).some((part) => !/^\d+(\.\d+)*$/.test(part)))
    throw invalid('the version must have 9 parts separated by #');
  const layers = readLayers(files);
  const problem = planProblem(layers);
  if (problem !== null) throw invalid(problem);
  return { version, name, greenhouse_type, layers };
}
