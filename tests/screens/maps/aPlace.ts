import { getTimezones } from '#contract/location';
import { getAllMaps } from '#contract/map';
import { getDeployments, getGreenhouses, getLocations, getOrganisations, type Location } from '#contract/place';
import { keyOf, type EventPayload } from '#streams/event';
import { answered } from '../../widgets/aConsole.tsx';

export const aLocation = (id: string, over: Partial<Location> = {}): Location => ({
  id,
  name: `Place ${id}`,
  client_name: null,
  owned_by: 'org-1',
  timezone: 'Europe/Brussels',
  address: 'Dorp 1',
  ...over,
});
const listed = (call: { readonly name: string }) => (results: readonly object[]) => answered(call, { total: results.length, results });

export const locationsKnown = listed(getLocations);
export const organisationsKnown = listed(getOrganisations);
export const greenhousesKnown = listed(getGreenhouses);
export const deploymentsKnown = listed(getDeployments);
export const mapsKnown = listed(getAllMaps);
export const timezonesKnown: EventPayload = {
  kind: 'request.succeeded',
  key: keyOf({ call: getTimezones.name, params: {}, query: {} }),
  call: getTimezones.name,
  answer: { result: ['Europe/Amsterdam', 'Europe/Brussels', 'UTC'] },
};

export const organisations = organisationsKnown([
  {
    id: 'org-1',
    name: 'De Linde Groep',
    client_name: 'De Linde',
    authentication_group: 'organisation:linde',
    mail_domains: ['linde.example'],
  },
  { id: 'org-2', name: 'Van Houte' },
]);
export const locations = locationsKnown([
  aLocation('loc-1', { name: 'De Linde' }),
  aLocation('loc-2', { name: 'Van Houte Tomaten', owned_by: 'org-2', address: null, client_name: 'VHT' }),
]);
export const greenhouses = greenhousesKnown([
  { id: 'gh-1', name: 'Kas 1', client_name: 'Eerste', location_id: 'loc-1', map_id: 'linde-1' },
  { id: 'gh-2', name: 'Kas 2', location_id: 'loc-1', map_id: null },
  { id: 'gh-3', name: 'Kas 1', location_id: 'loc-9', map_id: 'gone' },
]);
export const deployments = deploymentsKnown([
  { id: 'd-1', device_serial: 'LF-01', location_id: 'loc-1', creation_date: '2026-01-01T00:00:00Z' },
  { id: 'd-2', device_serial: 'LF-02', location_id: 'loc-1', creation_date: '2026-01-01T00:00:00Z' },
  { id: 'd-3', device_serial: 'LF-99', location_id: 'loc-1', creation_date: '2026-01-01T00:00:00Z' },
]);
export const maps = mapsKnown([{ id: 'linde-1', name: 'Linde Een', versions: [] }]);

/** All lists of places. */
export const somePlaces: readonly EventPayload[] = [organisations, locations, greenhouses, deployments, maps, timezonesKnown];
