/** The periods in which a device worked for an organisation: who may read which part of its data. */

/** A period in ms since epoch: `from` is inclusive, `until` exclusive and null while the period lasts. */
export interface OwnedPeriod {
  readonly from: number;
  readonly until: number | null;
}

/** A period in which a device worked for an organisation. */
export interface Service extends OwnedPeriod {
  readonly organisation: string;
}

/** Returns whether an instant (ms since epoch) is inside a period. */
export const isWithin = ({ from, until }: OwnedPeriod, at: number): boolean => at >= from && (until === null || at < until);

/**
 * Returns the organisation whose people may read an object of a device: the one that the device worked for at the time of the object (ms since
 * epoch). Null before the first period and between two periods: then only the provider's staff may read it. Source: OWN1.
 */
export const organisationAt = (services: readonly Service[], at: number): string | null =>
  services.find((service) => isWithin(service, at))?.organisation ?? null;

/** Returns the periods in which a device worked for an organisation that satisfies `isOwn`; the objects of these periods belong to it. Source: OWN1. */
export const ownedPeriods = (services: readonly Service[], isOwn: (organisation: string) => boolean): readonly OwnedPeriod[] =>
  services.filter(({ organisation }) => isOwn(organisation)).map(({ from, until }) => ({ from, until }));

/** Returns the part of a period that lies within the last owned period that it overlaps; null if there is none. Source: OWN2. */
export function ownPart(times: readonly OwnedPeriod[], { from, until }: OwnedPeriod): OwnedPeriod | null {
  const own = times.findLast((time) => (time.until === null || from < time.until) && (until === null || until >= time.from));
  if (own === undefined) return null;
  const ends = [until, own.until].filter((end) => end !== null);
  return { from: Math.max(from, own.from), until: ends.length === 0 ? null : Math.min(...ends) };
}

/**
 * Returns when (ms since epoch) a device last worked for another organisation, `-Infinity` if never, `Infinity` if it still does; later reports belong to its
 * current one. Source: OWN3.
 */
export const othersUntil = (services: readonly Service[], isOwn: (organisation: string) => boolean): number =>
  services
    .filter(({ organisation }) => !isOwn(organisation))
    .reduce((last, { until }) => Math.max(last, until ?? Number.POSITIVE_INFINITY), Number.NEGATIVE_INFINITY);

/** Returns whether secrets saved at an instant (null: unknown) belong to the current owner: they do not if a deployment has ended since. Source: OWN3. */
export function isOfPresentOwner(services: readonly Service[], savedAt: number | null): boolean {
  const ends = services.flatMap(({ until }) => (until === null ? [] : [until]));
  return ends.length === 0 || (savedAt !== null && savedAt > Math.max(...ends));
}
