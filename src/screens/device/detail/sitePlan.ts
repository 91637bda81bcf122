import { usableVersion, type UsableVersion } from '#domain/mapVersion';
import type { DataOf } from '#state/deviceData';

/** Which plan to ask for. */
export interface SitePlan extends UsableVersion {
  readonly id: string;
}

/** The plan of the site that a device says it is at; null without one. */
export function sitePlan(said: DataOf<'state_data'> | undefined): SitePlan | null {
  const id = said?.['site/site_id'] ?? '';
  return id === '' ? null : { id, ...usableVersion(said?.['site/site_version'] ?? undefined) };
}
