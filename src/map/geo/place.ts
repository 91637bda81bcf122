/** A place in degrees (WGS 84) with device counts (`GeoPlace`); Web Mercator projection and scale. */

/** A place on the world map: coordinates in degrees (WGS 84) and device counts per state. */
export interface GeoPlace {
  readonly id: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly deviceCount: number;
  readonly onlineCount: number;
  /** Number of devices whose status is unknown. */
  readonly unknownCount: number;
  readonly errorCount: number;
  readonly treatingCount: number;
}

/** Width of the world in pixels at zoom 0, as in MapLibre. */
const WORLD_PX = 512;
/** Limit of the Web Mercator projection in degrees. */
const MAX_LATITUDE = 85.0511;

/** Returns the position of a place in Web Mercator at a zoom, in pixels from the north-west corner of the world. */
export function pixelOf({ latitude, longitude }: Pick<GeoPlace, 'latitude' | 'longitude'>, zoom: number): readonly [x: number, y: number] {
  const worldPx = WORLD_PX * 2 ** zoom;
  const sine = Math.sin((Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude)) * Math.PI) / 180);
  return [((longitude + 180) / 360) * worldPx, (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * worldPx];
}

/** Circumference of the equator in metres. */
const EQUATOR_METRES = 40_075_016.686;
/** Maximum width of the scale bar in pixels. */
const WIDEST_PX = 100;

/** Returns the longest round length in metres, i.e. 1, 2 or 5 times a power of ten, that is at most 100 pixels wide at a zoom, and its width. */
export function geoScale(latitude: number, zoom: number): { readonly lengthMetres: number; readonly widthPx: number } {
  const metresPerPx = (EQUATOR_METRES * Math.cos((latitude * Math.PI) / 180)) / (WORLD_PX * 2 ** zoom);
  const most = metresPerPx * WIDEST_PX;
  const power = 10 ** Math.floor(Math.log10(most));
  const lengthMetres = ([5, 2].find((times) => times * power <= most) ?? 1) * power;
  return { lengthMetres, widthPx: Math.round(lengthMetres / metresPerPx) };
}

/** Rounds the latitude of a centre to half a degree, so small moves do not redraw the scale bar; its error is below 1 % up to 60 degrees. Source: GEO10. */
export const latitudeStep = (latitude: number): number => Math.round(latitude * 2) / 2;

/** Returns whether coordinates exist and are valid. */
export const isOnEarth = (latitude: number | null | undefined, longitude: number | null | undefined): boolean =>
  typeof latitude === 'number' && typeof longitude === 'number' && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
