/** The validation of accounts or organisations: `severity`, `validationResult`, and the calls that run it and read its findings. */

import { call } from './call.ts';
import { instant, paged, pageQuery, z } from './schema.ts';

/** The severities of results, ascending. Source: CONST-065. */
export const severity = z.enum(['info', 'warning', 'error', 'fatal']);
/** The severity of a result. */
export type Severity = z.infer<typeof severity>;

/** The subjects of validation: the accounts of the identity provider, or the organisations and their entities. Source: CALL-109. */
export const validationType = z.enum(['cognito', 'organisations']);
/** A subject of validation. */
export type ValidationType = z.infer<typeof validationType>;

/**
 * A finding of a validation. `severity` is one of `severity` above; any other word is shown unchanged. `nimbus_id` identifies the resource: a user name, an
 * entity id or a serial. Source: spec, Validation result; decision 20.
 */
export const validationResult = z.object({
  severity: z.nullish(z.string()),
  validation_time: instant,
  error_message: z.nullish(z.string()),
  resource_name: z.nullish(z.string()),
  nimbus_id: z.nullish(z.string()),
});
/** A finding of a validation. */
export type ValidationResult = z.infer<typeof validationResult>;

/**
 * Runs a validation and responds when it is complete; only the stored results change. Concurrent requests of one type share a run.
 * Fails: 403 for roles other than system_admin, 404 unknown type. Source: CALL-109, OPEN-107, GAP-51.
 */
export const getValidate = call({
  method: 'GET',
  path: 'nimbus/{x}/validate',
  summary: 'Validates the data of one type.',
  answer: z.object({ validation_id: z.string() }),
  hasSideEffects: true,
});

/**
 * Returns the findings of a validation, most severe first; by default those of the newest validation. Fails: 403 and 404 as for `getValidate`. Source:
 * CALL-110, OPEN-108.
 */
export const getValidationResults = call({
  method: 'GET',
  path: 'nimbus/{x}/results',
  summary: 'Results of a validation.',
  query: z.extend(pageQuery, { validation_id: z.optional(z.string().check(z.maxLength(64))) }),
  answer: paged(validationResult),
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const validationCalls = { getValidate, getValidationResults } as const;
