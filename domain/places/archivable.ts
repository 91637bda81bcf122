/** Archiving of organisations, locations, greenhouses and maps: the uses that prevent it, its texts, and the kinds that are only for staff. */

/** The kinds of entities that can be archived and restored. */
export const archivables = ['organisation', 'location', 'greenhouse', 'map'] as const;
/** A kind of entity that can be archived and restored. */
export type Archivable = (typeof archivables)[number];

/** Returns whether a text, such as one from a URL, is the name of an entity kind that can be archived. */
export const isArchivable = (kind: string): kind is Archivable => archivables.some((one) => one === kind);

/** The kinds of entities that use a place or a map, with their nouns. `isNamed` means that they are listed by name if there are few. */
export const useNouns = {
  location: { one: 'location', many: 'locations', isNamed: true },
  greenhouse: { one: 'greenhouse', many: 'greenhouses', isNamed: true },
  deployment: { one: 'deployment', many: 'deployments' },
  deployed: { one: 'deployed device', many: 'deployed devices' },
  device: { one: 'device', many: 'devices' },
  treatment: { one: 'treatment', many: 'treatments' },
  incident: { one: 'incident', many: 'incidents' },
  person: { one: 'person', many: 'people' },
  active: { one: 'person who can sign in', many: 'people who can sign in' },
} as const;

/**
 * The kinds that block removal, and those that block archiving. Removal requires that nothing refers to the entity, now or in the past; archiving requires that
 * nothing uses it now: no unarchived location or greenhouse, no device deployed there or reporting the map, no person who can sign in. Source: REMOVE1,
 * ARCHIVE1.
 */
export const blockingUses = {
  organisation: { remove: ['location', 'deployment', 'treatment', 'incident', 'person'], archive: ['location', 'active'] },
  location: { remove: ['greenhouse', 'deployment'], archive: ['greenhouse', 'deployed'] },
  greenhouse: { remove: ['device', 'treatment', 'incident'], archive: ['deployed'] },
  map: { remove: ['greenhouse', 'device', 'treatment', 'incident'], archive: ['greenhouse', 'deployed'] },
} as const satisfies Readonly<Record<Archivable, Readonly<Record<'remove' | 'archive', readonly (keyof typeof useNouns)[]>>>>;

/**
 * Returns whether only the provider's staff may archive and restore this kind; an entity of another kind may be archived and restored by everybody who sees it.
 */
export const isForStaff = (kind: Archivable): boolean => kind === 'organisation' || kind === 'map';

interface Archived {
  readonly archived?: boolean | null | undefined;
}

/** Returns why an archived entity cannot be used. Source: ARCHIVE3. */
export const archivedText = (name: string): string => `${name} is archived. Restore it first.`;

/** Returns the text about a name that another entity already has, with a note if that entity is archived; undefined if the name is free. Source: ARCHIVE4. */
export const takenText = (text: string, other: Archived | undefined): string | undefined =>
  other?.archived === true ? takenByArchived(text) : other && text;

/** Returns the text about a name that an archived entity already has. */
export const takenByArchived = (text: string): string => text.replace(/\.$/, ' and is archived.');
