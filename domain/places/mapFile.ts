/** Converts the texts of a map archive to a validated map: version of nine parts, layers, problems, preview. */

import { type Feature, featureCollection, planLayers, type PlanLayers } from '#contract/map';
import { z } from '#contract/schema';
import { fieldText, fieldTextProblem } from '../text/fieldText.ts';
import { archiveFiles, MapFileProblem } from './archiveFiles.ts';
import { type OtherPart, otherParts, partsOf } from './mapVersion.ts';
import { featuresProblem, planProblem, planSize } from './planProblem.ts';
import { COMPARABLE_VERSION } from './versionOrder.ts';
import { parseTolerantly, withPlainPositions } from './tolerantGeojson.ts';

/** The file that states the version of the archive. */
const ABOUT = 'map.json';
const ENDING = /\.(?:geo)?json$/;

const about = z.object({
  version: z.string().check(z.maxLength(400)),
  name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
  greenhouse_type: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
});

/** The features of a file. */
interface Features {
  readonly type: 'FeatureCollection';
  readonly features: readonly Feature[];
}

/** The content of a map file. `version` has nine parts; `layers` and the contents of other parts are in local metres. */
export interface MapFile {
  readonly version: string;
  readonly name: string | undefined;
  readonly greenhouse_type: string | undefined;
  readonly layers: PlanLayers;
  readonly parts: Readonly<Partial<Record<OtherPart, Features>>>;
}

function jsonOf(text: string, name: string): unknown {
  try {
    return parseTolerantly(text);
  } catch {
    throw new MapFileProblem(`${name} is not JSON`);
  }
}

const isLayer = (name: string): name is keyof PlanLayers => Object.hasOwn(planLayers.shape, name);

/** Returns the layer or part that a file holds; file names are in lower case here. Throws `MapFileProblem` if there is none. */
function ownerOf(file: string): keyof PlanLayers | OtherPart {
  const name = file.replace(ENDING, '');
  if (name !== file && isLayer(name)) return name;
  const part = name === file ? undefined : otherParts.find((one) => one.toLowerCase() === name);
  if (part !== undefined) return part;
  throw new MapFileProblem(`${file} belongs to no layer: they are ${[...Object.keys(planLayers.shape), ...otherParts].join(', ')}`);
}

function readFeatures(files: ReadonlyMap<string, string>): Pick<MapFile, 'layers' | 'parts'> {
  const layers: Record<string, Features> = {};
  const parts: Partial<Record<OtherPart, Features>> = {};
  for (const [file, content] of files) {
    if (file === ABOUT) continue;
    const owner = ownerOf(file);
    const found = isLayer(owner) ? layers[owner] : parts[owner];
    if (found !== undefined) throw new MapFileProblem(`the zip holds the layer ${owner} twice`);
    const collection = featureCollection.safeParse(withPlainPositions(jsonOf(content, file)));
    if (!collection.success) throw new MapFileProblem(`${file} is not a GeoJSON feature collection`);
    if (isLayer(owner)) layers[owner] = collection.data;
    else parts[owner] = collection.data;
  }
  if (layers['lane'] === undefined) throw new MapFileProblem('the zip has no lane.geojson');
  return { layers: planLayers.parse(layers), parts };
}

function readFiles(archive: ReadonlyMap<string, string>): MapFile {
  const files = archiveFiles(archive);
  const text = files.get(ABOUT);
  if (text === undefined) throw new MapFileProblem(`the zip has no ${ABOUT}`);
  const parsed = about.safeParse(jsonOf(text, ABOUT));
  if (!parsed.success) throw new MapFileProblem(`${ABOUT}: ${parsed.error.issues[0]?.path.join('.') || 'wrong shape'}`);
  const { version } = parsed.data;
  const [name, greenhouse_type] = [parsed.data.name, parsed.data.greenhouse_type].map((word) => word && fieldText(word));
  const unsound = fieldTextProblem(name ?? '', { label: 'name' }) ?? fieldTextProblem(greenhouse_type ?? '', { label: 'greenhouse_type' });
  if (unsound !== undefined) throw new MapFileProblem(`${ABOUT}: ${unsound}`);
  const versions = partsOf(version);
  if (versions === null || Object.values(versions).some((part) => !COMPARABLE_VERSION.test(part)))
    throw new MapFileProblem('the version must have 9 parts separated by #');
  const { layers, parts } = readFeatures(files);
  const problem = planProblem(layers) ?? featuresProblem(parts);
  if (problem !== null) throw new MapFileProblem(problem);
  return { version, name, greenhouse_type, layers, parts };
}

/** The outcome of reading a map file: the map, or the problem and the name of the file that causes it. */
export type MapFileOutcome = { readonly ok: true; readonly map: MapFile } | { readonly ok: false; readonly problem: string };

/**
 * Reads a map from the texts of an archive by file name: `map.json` with its version of nine parts (and optionally `name`, `greenhouse_type`), and a file
 * `<layer>.geojson` for each layer in local metres; `lane` is required; files such as `CO.geojson` contain the manufacturer's data for other parts. The problem
 * names the file, also if the plan cannot be displayed. Source: CALL-046.
 */
export function mapOfFiles(archive: ReadonlyMap<string, string>): MapFileOutcome {
  try {
    return { ok: true, map: readFiles(archive) };
  } catch (error) {
    if (error instanceof MapFileProblem) return { ok: false, problem: error.message };
    throw error;
  }
}

/**
 * The preview of a file before it is sent. `counts` are the features by layer, `size` the width and height in metres; `plan` is null when it is too large to be
 * shown. A refusal is final; `unread` means that the file could not be read here and that only the server can check it.
 */
export type MapFilePreview =
  | {
      readonly kind: 'read';
      readonly map: Omit<MapFile, 'layers' | 'parts'>;
      readonly counts: Readonly<Record<keyof PlanLayers, number>>;
      /** The number of features in each other part. */
      readonly partCounts: Readonly<Partial<Record<OtherPart, number>>>;
      readonly size: readonly [number, number];
      readonly plan: PlanLayers | null;
    }
  | { readonly kind: 'refused'; readonly problem: string }
  | { readonly kind: 'unread'; readonly problem: string };

/** Maximum number of positions of a plan that is drawn as a preview: a larger one would block the page for too long if a person has to stop a device. */
const SHOWN_POSITIONS = 200_000;

const positionsOf = ({ geometry }: PlanLayers['lane']['features'][number]): number =>
  geometry.type === 'Point'
    ? 1
    : geometry.type === 'LineString'
      ? geometry.coordinates.length
      : geometry.coordinates.reduce((sum, ring) => sum + ring.length, 0);

/** Returns the preview of a file from its texts by file name. */
export function previewOf(archive: ReadonlyMap<string, string>): MapFilePreview {
  const outcome = mapOfFiles(archive);
  if (!outcome.ok) return { kind: 'refused', problem: outcome.problem };
  const { layers, parts, ...map } = outcome.map;
  const { site, node, connection, waypoint, lane, walkway, gutter, obstacle } = layers;
  const positions = Object.values(layers).reduce(
    (sum, { features }) => features.reduce((more, feature) => more + positionsOf(feature), sum),
    0,
  );
  return {
    kind: 'read',
    map,
    counts: {
      site: site.features.length,
      node: node.features.length,
      connection: connection.features.length,
      waypoint: waypoint.features.length,
      lane: lane.features.length,
      walkway: walkway.features.length,
      gutter: gutter.features.length,
      obstacle: obstacle.features.length,
    },
    partCounts: Object.fromEntries(Object.entries(parts).map(([name, { features }]) => [name, features.length])),
    size: planSize(layers),
    plan: positions > SHOWN_POSITIONS ? null : layers,
  };
}
