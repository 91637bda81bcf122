import { otherParts } from '#domain/places/mapVersion';
import { useFeature } from '#hooks/features';
import { Banner } from '#ui/Banner';

const TEXT = `${otherParts.slice(0, -1).join(', ')} and ${otherParts.at(-1) ?? ''} are version numbers alone where the file of the map holds nothing of them.`;

/** Says which parts of a version may be numbers alone, where the server takes files of maps by these rules. Source: PART91. */
export function NumbersOnly() {
  return useFeature('map_upload') ? <Banner tone="quiet">{TEXT}</Banner> : null;
}
