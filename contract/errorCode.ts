/** The catalogue of error codes: the calls to read all texts per language, explain codes, change, add and remove codes, and export a PDF. */

import { call } from './call.ts';
import { z } from './schema.ts';

/** Maximum length of a text in one language, in characters. */
const MAX_TEXT = 2_000;
/** Maximum length of a language tag, in characters; BCP 47 recommends room for 35. */
const MAX_LANGUAGE = 35;
/** Maximum number of codes in one request. */
const MAX_CODES = 1_000;

/** The texts of an error code: `development` for engineers, and one text per language. Source: spec, Error code; OPEN-41. */
export const errorCodeText = z.pipe(
  z.object({ description: z.nullish(z.record(z.string(), z.nullish(z.string()))) }),
  // A language with a null text is treated as missing.
  z.transform(({ description }) => ({
    description: Object.fromEntries(
      Object.entries(description ?? {}).flatMap(([name, text]) => (text == null ? [] : [[name, text] as const])),
    ),
  })),
);
/**
 * Returns the error code catalogue, keyed by codes of `0x` plus 8 hex digits. `version` identifies this state of the catalogue; an extension of this server,
 * announced as `error_code_file`. Source: CALL-036.
 */
export const getErrorCodes = call({
  method: 'GET',
  path: 'xenion/error_codes/all',
  summary: 'Error code catalogue.',
  answer: z.object({
    error_codes: z.record(z.string(), errorCodeText),
    languages: z.nullish(z.array(z.string())),
    version: z.nullish(z.string()),
  }),
});

/** Returns the texts of the given codes, keyed as requested; unknown codes are omitted. Source: CALL-037, OPEN-42. */
export const postExplainErrorCodes = call({
  method: 'POST',
  path: 'xenion/error_codes/explain',
  summary: 'The texts of some error codes.',
  hasSideEffects: false,
  body: z.object({ error_codes: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(MAX_CODES)) }),
  answer: z.object({ error_codes: z.record(z.string(), errorCodeText) }),
});

const texts = z.record(z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_LANGUAGE)), z.string().check(z.maxLength(MAX_TEXT)));
const saved = z.object({ result: z.boolean() });

/**
 * Replaces the texts of a code. `expected_description` is an extension of this server, announced as `error_code_precondition`: the texts that the
 * editor loaded. Fails: 404 unknown code, 409 when the texts changed meanwhile. Source: CALL-038, OPEN-43.
 */
export const postUpdateErrorCode = call({
  method: 'POST',
  path: 'xenion/error_codes/update',
  summary: 'Change the texts of an error code.',
  body: z.object({ error_code: z.string().check(z.maxLength(100)), description: texts, expected_description: z.nullish(texts) }),
  answer: saved,
});

/** Adds a code. Fails: 409 when it exists, 400 when it is not `0x` plus 8 hex digits. Source: CALL-039, OPEN-44. */
export const postRegisterErrorCode = call({
  method: 'POST',
  path: 'xenion/error_codes/register',
  summary: 'Add an error code.',
  body: z.object({ error_code: z.string().check(z.maxLength(100)), description: texts }),
  answer: saved,
});

/** Removes a code. Fails: 404 unknown code, 409 when incidents use it. An extension of this server, announced as `removals`. */
export const postDeleteErrorCode = call({
  method: 'POST',
  path: 'xenion/error_codes/delete_error_code',
  summary: 'Remove an error code.',
  body: z.object({ error_code: z.string().check(z.maxLength(100)) }),
  answer: saved,
});

/** Returns the catalogue in one language as `error_codes_{language}.pdf`. Fails: 400 for an unknown language. Source: CALL-040, OPEN-45. */
export const getErrorCodesExport = call({
  method: 'GET',
  path: 'xenion/error_codes/export',
  summary: 'The error codes in one language as PDF.',
  query: z.object({ language: z.string().check(z.minLength(1), z.maxLength(MAX_LANGUAGE)) }),
  answer: z.unknown(),
  file: true,
  fileName: ({ query }) => `error_codes_${String(query['language'])}.pdf`,
});

/** Maximum number of codes in a response of `getErrorCodesExportCheck`. */
export const MAX_UNPRINTABLE = 20;

/**
 * Returns the texts of a language that contain characters which the PDF cannot show, in the order of the codes: `total` is the number of all such texts,
 * `texts` holds the first `MAX_UNPRINTABLE`, each with its missing characters (at most 20, without repetition). An extension of this server, announced as
 * `error_code_print_check`. Fails: 400 for an unknown language.
 */
export const getErrorCodesExportCheck = call({
  method: 'GET',
  path: 'xenion/error_codes/export/check',
  summary: 'The texts of the error codes in one language that the PDF cannot show.',
  query: z.object({ language: z.string().check(z.minLength(1), z.maxLength(MAX_LANGUAGE)) }),
  answer: z.object({
    total: z.number(),
    texts: z.array(z.object({ error_code: z.string(), characters: z.array(z.string()) })),
  }),
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const errorCodeCalls = {
  getErrorCodes,
  postExplainErrorCodes,
  postUpdateErrorCode,
  postRegisterErrorCode,
  postDeleteErrorCode,
  getErrorCodesExport,
  getErrorCodesExportCheck,
} as const;
