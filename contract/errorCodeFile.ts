/** The import of a file of error codes (`postImportErrorCodes`), and the list of codes that are in use and thus cannot be removed. */

import { call } from './call.ts';
import { z } from './schema.ts';

/** Maximum number of kept codes that a response of `postImportErrorCodes` names. */
export const MAX_KEPT = 100;

/**
 * Imports a file of error codes, CSV or JSON, as a whole or not at all. `expected_version` is the `version` of the catalogue with which the file was compared;
 * `remove_missing` removes the codes that are missing in the file, except codes that incidents use. Returns how many codes were added, changed, left unchanged
 * and removed; `kept` names the first `MAX_KEPT` codes that are missing in the file but were kept. An extension of this server, announced as `error_code_file`.
 * Fails: 400 with the first invalid lines; 403 for users who are not staff; 409 when the catalogue changed meanwhile; 413 too large.
 */
export const postImportErrorCodes = call({
  method: 'POST',
  path: 'xenion/error_codes/import',
  summary: 'Import a file of error codes.',
  multipart: true,
  body: z.object({
    expected_version: z.optional(z.string().check(z.maxLength(100))),
    remove_missing: z.optional(z.enum(['true', 'false'])),
    file: z.unknown(),
  }),
  answer: z.object({
    result: z.boolean(),
    added: z.number(),
    changed: z.number(),
    same: z.number(),
    removed: z.number(),
    kept: z.array(z.string()),
  }),
});

/**
 * Returns the codes of the catalogue that incidents use, in the catalogue's spelling. Announced as `error_code_file`. Fails: 403 for users who are not staff.
 */
export const getUsedErrorCodes = call({
  method: 'GET',
  path: 'xenion/error_codes/used',
  summary: 'The error codes that incidents have.',
  answer: z.object({ error_codes: z.array(z.string()) }),
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const errorCodeFileCalls = { postImportErrorCodes, getUsedErrorCodes } as const;
