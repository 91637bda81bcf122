/** Where a map is looked at, in its newest version. Source: MAP-007. */
export const mapLink = (id: string): string => `/maps/map_detail?map_id=${encodeURIComponent(id)}`;

/** Where a location is looked at. */
export const locationLink = (id: string): string => `/maps/locations?location=${encodeURIComponent(id)}`;

/** Where an organisation is looked at with all it has. */
export const treeLink = (id: string): string => `/maps/org_detail?organisation=${encodeURIComponent(id)}`;
