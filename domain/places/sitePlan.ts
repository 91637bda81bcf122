import { type WantedVersion, wantedVersion } from './mapVersion.ts';

/** The request for the plan of a site. */
export interface SitePlanRequest extends WantedVersion {
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

/**
 * Returns the plan of the site that a device reports; an id or version that its report lacks is taken from its record, but not the version of another site.
 * Null if neither contains a site. Source: DEVS5.
 */
export function sitePlan(reported: ReportedSite | undefined, listed: ListedSite = {}): SitePlanRequest | null {
  const id = reported?.['site/site_id'] || listed.site_id;
  if (!id) return null;
  const isOfListed = !listed.site_id || listed.site_id === id;
  return { id, ...wantedVersion(reported?.['site/site_version'] || (isOfListed ? listed.site_version : null)) };
}
