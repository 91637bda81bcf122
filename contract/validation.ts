import { call } from './call.ts';
import { instant, paged, pageQuery, z } from './schema.ts';

/** How grave a result is, least first. Source: CONST-065. */
export const severity = z.enum(['info', 'warning', 'error', 'fatal']);
/** How grave a result is. */
export type Severity = z.infer<typeof severity>;

/** What can be validated: the accounts of the identity provider, or the organisations with what they own. Source: CALL-109. */
export const validationType = z.enum(['cognito', 'organisations']);
/** What can be validated. */
export type ValidationType = z.infer<typeof validationType>;

/** One thing a validation found. `nimbus_id` names the resource: a user name, or the id of a place or a device. Source: spec, Validation result. */
export const validationResult = z.object({
  severity,
  validation_time: instant,
  error_message: z.string(),
  resource_name: z.string(),
  nimbus_id: z.string(),
});
/** One thing a validation found. */
export type ValidationResult = z.infer<typeof validationResult>;

/**
 * Validates, and answers when that is done; nothing is changed but the list of results. Who asks while one of the type runs gets that one.
 * 403 for others than a system_admin, 404 for another type. Source: CALL-109, OPEN-107, GAP-51.
 */
export const getValidate = call({
  method: 'GET',
  path: 'nimbus/{x}/validate',
  summary: 'Validates the data of one type.',
  answer: z.object({ validation_id: z.string() }),
  acts: true,
});

/** What a validation found, the gravest first; the newest one unless its id is given. 403 and 404 as above. Source: CALL-110, OPEN-108. */
export const getValidationResults = call({
  method: 'GET',
  path: 'nimbus/{x}/results',
  summary: 'Results of a validation.',
  query: pageQuery.extend({ validation_id: z.string().max(64).optional() }),
  answer: paged(validationResult),
});
