/** Width of the world in pixels at zoom 0. */
const WORLD_PX = 512;
/** Up to the poles the projection of the map has no end. */
const MOST_NORTH = 85;
/** Towards the poles the projection of the map is unbounded. */
const MOST_DECIMALS = 5;
const FEWEST_DECIMALS = 1;

/** Returns the number of decimals of a place that was picked at a zoom of the world map: one pixel more or less makes no difference. */
export function pickedDecimals(zoom: number): number {
  const degreesPerPixel = 360 / (WORLD_PX * 2 ** zoom);
  return Math.min(MOST_DECIMALS, Math.max(FEWEST_DECIMALS, Math.ceil(-Math.log10(degreesPerPixel))));
}

interface Picked {
  readonly latitude: number;
  readonly longitude: number;
}

const rounded = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;

/** Returns a place that was picked on the world map in degrees (WGS 84), rounded for its zoom, once around the earth at most. Source: COORD3. */
export function pickedPlace({ latitude, longitude }: Picked, zoom: number): Picked {
  const decimals = pickedDecimals(zoom);
  const turned = ((((longitude + 180) % 360) + 360) % 360) - 180;
  // Adding 0 turns -0 into 0.
  return {
    latitude: rounded(Math.max(-MOST_NORTH, Math.min(MOST_NORTH, latitude)), decimals) + 0,
    longitude: rounded(turned, decimals) + 0,
  };
}
