/** Where a map is looked at, in its newest version. Source: MAP-007. */
export const mapLink = (id: string): string => `/maps/map_detail?map_id=${encodeURIComponent(id)}`;

/** Where a location is looked at. */
export const locationLink = (id: string): string => `/maps/locations?location=${encodeURIComponent(id)}`;

/** Where a greenhouse of a location is looked at on its plan, with its devices. */
export const planLink = (location: string, greenhouse: string): string =>
  `${locationLink(location)}&greenhouse=${encodeURIComponent(greenhouse)}`;

/** Where an organisation is looked at with all it has. */
export const treeLink = (id: string): string => `/maps/org_detail?organisation=${encodeURIComponent(id)}`;
