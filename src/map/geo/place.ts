/** A place on the map of the world: where it is in degrees (WGS 84), and how many devices it has in each state. */
export interface GeoPlace {
  readonly id: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly deviceCount: number;
  readonly onlineCount: number;
  readonly errorCount: number;
  readonly treatingCount: number;
}

/** Pixels of the whole world at zoom 0, as MapLibre counts. */
const WORLD_PX = 512;
/** Beyond these the web's projection has no place. */
const MAX_LATITUDE = 85.0511;

/** Where a place lies in the web's projection at a zoom, in pixels from the north-west corner of the world. */
export function pixelOf({ latitude, longitude }: Pick<GeoPlace, 'latitude' | 'longitude'>, zoom: number): readonly [x: number, y: number] {
  const worldPx = WORLD_PX * 2 ** zoom;
  const sine = Math.sin((Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude)) * Math.PI) / 180);
  return [((longitude + 180) / 360) * worldPx, (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * worldPx];
}

/** Metres around the equator. */
const EQUATOR_METRES = 40_075_016.686;
/** The scale is at most so wide, in pixels. */
const WIDEST_PX = 100;

/** The longest round length, 1, 2 or 5 times a power of ten, that is at most 100 pixels wide at a zoom, in metres. */
export function geoScale(latitude: number, zoom: number): { readonly lengthMetres: number; readonly widthPx: number } {
  const metresPerPx = (EQUATOR_METRES * Math.cos((latitude * Math.PI) / 180)) / (WORLD_PX * 2 ** zoom);
  const most = metresPerPx * WIDEST_PX;
  const power = 10 ** Math.floor(Math.log10(most));
  const lengthMetres = ([5, 2].find((times) => times * power <= most) ?? 1) * power;
  return { lengthMetres, widthPx: Math.round(lengthMetres / metresPerPx) };
}

/** Whether a place has coordinates that can be drawn. */
export const isOnEarth = (latitude: number | null | undefined, longitude: number | null | undefined): boolean =>
  typeof latitude === 'number' && typeof longitude === 'number' && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
