import { usableVersion, type UsableVersion } from './mapVersion.ts';

/** The request for the plan of a site. */
export interface SitePlanRequest extends UsableVersion {
  readonly id: string;
}

/** The site in the live data of a device, `GET machine/{serial}/state_data`. */
interface ReportedSite {
  readonly 'site/site_id'?: string | null | undefined;
  readonly 'site/site_version'?: string | null | undefined;
}

/** The site in the record of a device, `GET all_devices`. */
interface ListedSite {
  readonly site_id?: string | null | undefined;
  readonly site_version?: string | null | undefined;
}

/** Returns the plan of the site that a device reports, or before its first report that of the site in its record; null if neither is known. */
export function sitePlan(reported: ReportedSite | undefined, listed: ListedSite = {}): SitePlanRequest | null {
  const id = reported?.['site/site_id'] ?? listed.site_id ?? '';
  return id === '' ? null : { id, ...usableVersion(reported?.['site/site_version'] ?? listed.site_version ?? undefined) };
}
