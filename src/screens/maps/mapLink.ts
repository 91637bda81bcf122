/** Where a map is looked at, in its newest version. Source: MAP-007. */
export const mapLink = (id: string): string => `/maps/map_detail?map_id=${encodeURIComponent(id)}`;
