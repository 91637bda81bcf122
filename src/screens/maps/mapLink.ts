/** Where a map is looked at; with the dotted version where one is meant. Source: MAP-007. */
export const mapLink = (id: string): string => `/maps/map_detail?map_id=${encodeURIComponent(id)}`;
