/** A place picked on the world map: degrees rounded according to the zoom level, longitude wrapped. */

/** Width of the world in pixels at zoom 0. */
const WORLD_PX = 512;
/** The northernmost latitude of the map: towards the poles its projection is unbounded. */
const MOST_NORTH = 85;
/** Minimum and maximum number of decimals. */
const MOST_DECIMALS = 5;
const FEWEST_DECIMALS = 1;

/** Returns the number of decimals for a place picked at a zoom level of the world map: enough to distinguish pixels, within the limits above. */
export function pickedDecimals(zoom: number): number {
  const degreesPerPixel = 360 / (WORLD_PX * 2 ** zoom);
  return Math.min(MOST_DECIMALS, Math.max(FEWEST_DECIMALS, Math.ceil(-Math.log10(degreesPerPixel))));
}

interface Picked {
  readonly latitude: number;
  readonly longitude: number;
}

const rounded = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;

/**
 * Returns a place picked on the world map in degrees (WGS 84), rounded for the zoom level; the longitude is wrapped to one turn of the earth. Source: COORD3.
 */
export function pickedPlace({ latitude, longitude }: Picked, zoom: number): Picked {
  const decimals = pickedDecimals(zoom);
  const turned = ((((longitude + 180) % 360) + 360) % 360) - 180;
  // Adding 0 turns -0 into 0.
  return {
    latitude: rounded(Math.max(-MOST_NORTH, Math.min(MOST_NORTH, latitude)), decimals) + 0,
    longitude: rounded(turned, decimals) + 0,
  };
}
