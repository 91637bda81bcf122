import type { PlanLayers } from '#contract/map';
import { partsOf, versionParts, type VersionPart } from '#domain/places/mapVersion';
import { randomFromText } from '#domain/random/randomFromText';
import { DAY_MS } from '#domain/text/timeUnits';
import { changeText, drawingBefore } from './pastDrawings.ts';

/** Approximate age of a map's newest version, and approximate time between versions, in days. */
const NEWEST_DAYS = 40;
const BETWEEN_DAYS = 60;

/** A layer version as stored. */
export interface LayerVersion {
  readonly map_id: string;
  readonly layer: VersionPart;
  readonly version: string;
  readonly edition: number;
  readonly made_at: string;
  readonly done_by: string;
  readonly message: string;
}

interface MapHistory {
  readonly id: string;
  /** Site versions of nine parts, newest first. */
  readonly versions: readonly string[];
  readonly plan: PlanLayers;
  /** Ms since epoch. */
  readonly now: number;
}

const isDrawn = (layer: VersionPart): layer is 'gutter' | 'obstacle' => layer === 'gutter' || layer === 'obstacle';

function messageOf(layer: VersionPart, edition: number, { plan, site, isFirst }: { plan: PlanLayers; site: string; isFirst: boolean }) {
  if (isFirst) return 'First version';
  if (layer === 'site') return 'Released';
  if (isDrawn(layer)) return changeText(layer, drawingBefore(plan, layer, edition + 1), drawingBefore(plan, layer, edition));
  return `Made for site version ${site}`;
}

/** Returns the layer history of a demo map: each layer version was made for the first site version that has it. */
export function layerHistory({ id, versions, plan, now }: MapHistory): readonly LayerVersion[] {
  const random = randomFromText(id);
  const releases = versions.flatMap((version, index) => {
    const parts = partsOf(version);
    const days = NEWEST_DAYS + index * BETWEEN_DAYS + Math.floor(random() * 20);
    return parts === null ? [] : [{ parts, at: new Date(now - days * DAY_MS).toISOString() }];
  });
  return versionParts.flatMap((layer) => {
    const own = [...new Set(releases.map(({ parts }) => parts[layer]))];
    return own.flatMap((version, edition): LayerVersion[] => {
      const made = releases.findLast(({ parts }) => parts[layer] === version);
      if (made === undefined) return [];
      const context = { plan, site: made.parts.site, isFirst: edition === own.length - 1 };
      const done_by = random() < 0.5 ? 'An Verhoeven' : 'Bram Claes';
      return [{ map_id: id, layer, version, edition, made_at: made.at, done_by, message: messageOf(layer, edition, context) }];
    });
  });
}
