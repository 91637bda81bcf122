/** Returns the link to a map in its newest version. Source: MAP-007. */
export const mapLink = (id: string): string => `/maps/map_detail?map_id=${encodeURIComponent(id)}`;

/** Returns the link to a location. */
export const locationLink = (id: string): string => `/maps/locations?location=${encodeURIComponent(id)}`;

/** Returns the link to the plan of a greenhouse with its devices. */
export const planLink = (location: string, greenhouse: string): string =>
  `${locationLink(location)}&greenhouse=${encodeURIComponent(greenhouse)}`;

/** Returns the link to the tree of an organisation. */
export const treeLink = (id: string): string => `/maps/org_detail?organisation=${encodeURIComponent(id)}`;

/** Returns the link to the people of an organisation. */
export const peopleLink = (id: string): string => `/users?tab=organisation_users&organisation=${encodeURIComponent(id)}`;
