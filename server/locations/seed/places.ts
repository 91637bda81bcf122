/** The demo's organisations, locations, greenhouses and their map shapes, generated for a given number of devices. */

import type { Greenhouse, Location, Organisation } from '#contract/place';

/** Names of the demo's greenhouse shapes. */
export type ShapeName = 'small' | 'long' | 'wide' | 'square';

/** A location and the source data of its maps; `release` is the newest release of its maps. */
export interface DemoSite {
  readonly slug: string;
  readonly name: string;
  readonly shapes: readonly ShapeName[];
  readonly release: string;
}

/** The organisations, locations and greenhouses of the demo. */
export interface Places {
  readonly organisations: readonly Organisation[];
  readonly locations: readonly Location[];
  readonly greenhouses: readonly Greenhouse[];
  readonly sites: readonly DemoSite[];
}

/** Devices per added location, for a larger demo fleet. */
const DEVICES_PER_ADDED_LOCATION = 20;
/** Number of devices at the named locations. */
const NAMED_DEVICES = 24;

const organisations: readonly Organisation[] = [
  organisation('serra', 'Serra Robotics', null),
  organisation('de-linde', 'De Linde Groep', 'De Linde'),
  organisation('van-houte', 'Van Houte Tomaten', null),
  organisation('hortus-noord', 'Hortus Noord', null),
  organisation('fenland', 'Fenland Growers', 'Fenland'),
];

type Site = readonly [
  slug: string,
  name: string,
  owner: string,
  timezone: string,
  address: string,
  latitude: number,
  longitude: number,
  shapes: readonly ShapeName[],
  release: string,
];

const sites: readonly Site[] = [
  [
    'de-linde',
    'De Linde',
    'de-linde',
    'Europe/Brussels',
    'Mechelsesteenweg 212, 2860 Sint-Katelijne-Waver, Belgium',
    51.0702,
    4.5301,
    ['small', 'square', 'wide'],
    '2.8.0',
  ],
  [
    'van-houte',
    'Van Houte Tomaten',
    'van-houte',
    'Europe/Brussels',
    'Meerseweg 47, 2321 Hoogstraten, Belgium',
    51.4428,
    4.7712,
    ['long', 'wide'],
    '3.4.2',
  ],
  [
    'hortus-noord',
    'Hortus Noord',
    'hortus-noord',
    'Europe/Amsterdam',
    'Kalenbergerweg 8, 8302 Emmeloord, Netherlands',
    52.7208,
    5.7464,
    ['wide'],
    '2.1.1',
  ],
  [
    'maasdijk',
    'Maasdijk Paprika',
    'hortus-noord',
    'Europe/Amsterdam',
    'Korte Kruisweg 115, 2676 Maasdijk, Netherlands',
    51.9601,
    4.2142,
    ['square', 'small'],
    '2.6.3',
  ],
  [
    'aardbei-vennen',
    'Aardbei Vennen',
    'de-linde',
    'Europe/Amsterdam',
    'Vennenweg 3, 5802 Venray, Netherlands',
    51.5263,
    5.9741,
    ['long'],
    '1.9.0',
  ],
  [
    'fenland',
    'Fenland Salads',
    'fenland',
    'Europe/London',
    'Wragg Marsh Lane, Spalding PE12 6HH, Lincolnshire, United Kingdom',
    52.7871,
    -0.1128,
    ['square'],
    '2.0.4',
  ],
];

const added = [
  ['Europe/Brussels', 50.95, 3.12],
  ['Europe/Amsterdam', 51.99, 4.21],
  ['Europe/Madrid', 36.84, -2.46],
  ['Europe/Berlin', 51.76, 6.4],
  ['Europe/Paris', 48.11, -1.68],
  ['Europe/London', 53.76, -0.3],
] as const;

/** Returns the organisations, locations and greenhouses for a number of devices: six named locations, then numbered ones. */
export function demoPlaces(devices: number): Places {
  const more = Math.max(0, Math.ceil((devices - NAMED_DEVICES) / DEVICES_PER_ADDED_LOCATION));
  const grown = Array.from({ length: more }, (_, index) => addedSite(index));
  const owners = new Map(grown.map(({ owner }) => [owner.id, owner]));
  const built = [...sites, ...grown.map(({ site }) => site)].map(build);
  return {
    organisations: [...organisations, ...owners.values()],
    locations: built.map(({ location }) => location),
    greenhouses: built.flatMap(({ greenhouses }) => greenhouses),
    sites: built.map(({ site }) => site),
  };
}

/** Returns a numbered location; four of them share an owner. */
function addedSite(index: number): { owner: Organisation; site: Site } {
  const [timezone, latitude, longitude] = added[index % added.length] ?? added[0];
  const number = index + 1;
  const group = Math.floor(index / 4) + 1;
  const owner = organisation(`growers-${group}`, `Growers ${group}`, null);
  const ring = Math.floor(index / added.length);
  const place = [latitude + (ring % 9) * 0.04, longitude + (ring % 11) * 0.06] as const;
  const shapes: readonly ShapeName[] = ['wide', 'long'];
  return {
    owner,
    site: [`nursery-${number}`, `Nursery ${number}`, `growers-${group}`, timezone, `Greenhouse Road ${number}`, ...place, shapes, '2.1.1'],
  };
}

function organisation(slug: string, name: string, client_name: string | null): Organisation {
  return { id: `org-${slug}`, name, client_name, authentication_group: `organisation:${slug}` };
}

function build([slug, name, owner, timezone, address, latitude, longitude, shapes, release]: Site) {
  const location: Location = {
    id: `loc-${slug}`,
    name,
    client_name: null,
    owned_by: `org-${owner}`,
    timezone,
    address,
    latitude,
    longitude,
  };
  const greenhouses = shapes.map((_, index): Greenhouse => ({
    id: `gh-${slug}-${index + 1}`,
    name: `Kas ${index + 1}`,
    client_name: null,
    location_id: location.id,
    map_id: `${slug}-${index + 1}`,
  }));
  const site: DemoSite = { slug, name, shapes, release };
  return { location, greenhouses, site };
}
