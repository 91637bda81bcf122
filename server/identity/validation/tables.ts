import type { Severity, ValidationType } from '#contract/validation';
import type { Generated } from 'kysely';
import type { Instant } from '../../platform/database/column.ts';

/** One validation that came to its end. `id` is the id of the request that began it; `number` counts up. */
interface ValidationTable {
  number: Generated<number>;
  id: string;
  type: ValidationType;
  at: Instant;
  asked_by: string;
}

/** One thing it found; `place` is its place in the list. */
interface ValidationResultTable {
  validation: number;
  place: number;
  severity: Severity;
  error_message: string;
  resource_name: string;
  nimbus_id: string;
}

/** What validations found. */
export interface ValidationTables {
  validation: ValidationTable;
  validation_result: ValidationResultTable;
}
