/** All tables of the server. Each feature extends this interface in its `tables.ts`, next to its migrations. */
export interface Database {}
