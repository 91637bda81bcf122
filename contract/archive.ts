/** Archiving of organisations, locations, greenhouses and maps; removal of a map or its newest version. */

import { call } from './call.ts';
import { z } from './schema.ts';

// All calls of this file are extensions of this server, announced as `archives`.

const done = z.object({ result: z.boolean() });

/**
 * Archives an organisation, a location, a greenhouse or a map (`kind`), so that it is no longer offered as a choice, or restores it; its history is kept.
 * Fails: 404 for another kind, unknown or not visible; 403 for an organisation or a map, for users who are not staff; 409 while the entity is in use (the
 * message names the uses), and on restoring while its parent is archived.
 */
export const postArchive = call({
  method: 'POST',
  path: 'archive/{kind}/{id}',
  summary: 'Archives an organisation, location, greenhouse or map, or restores it.',
  body: z.object({ archived: z.boolean() }),
  answer: done,
});

/**
 * Removes a map and its plans. Fails: 404 unknown or not visible; 403 for users who are not staff; 409 when a greenhouse uses it, or devices, treatments or
 * incidents refer to it.
 */
export const postDeleteMap = call({
  method: 'POST',
  path: 'map/{id}/delete_map',
  summary: 'Removes a map.',
  body: z.object({}),
  answer: done,
});

/**
 * Removes the dotted `version` of a map, which must be its newest one. Fails: 404 unknown or not visible; 403 for users who are not staff; 409 for a version
 * other than the newest, for one that was not uploaded, for the only one, and when devices, treatments or incidents refer to it, or to the map without a
 * version.
 */
export const postDeleteMapVersion = call({
  method: 'POST',
  path: 'map/{id}/{version}/delete_version',
  summary: 'Takes back the newest version of a map.',
  body: z.object({}),
  answer: done,
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const archiveCalls = { postArchive, postDeleteMap, postDeleteMapVersion } as const;
