import { versionParts } from '#domain/places/mapVersion';
import { useFeature } from '#state/features';
import { Banner } from '#ui/Banner';

/** The parts of a version whose layers a file of a map may hold: those of the site are the rest of the plan. */
const HELD: ReadonlySet<string> = new Set(['site', 'gutter', 'obstacle']);
const names = versionParts.filter((name) => !HELD.has(name));
const TEXT = `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''} are version numbers alone, as the file of the map has them: nothing of these parts is kept.`;

/** Says which parts of a version are numbers alone, where the server takes files of maps by these rules. Source: PART91. */
export function NumbersOnly() {
  return useFeature('map_upload') ? <Banner tone="quiet">{TEXT}</Banner> : null;
}
