/** The text of the validity of metadata against the schema of its type: `Yes`, `No`, `Not checked`. */

import { yesNo } from '../text/yesNo.ts';

/** The text when no schema constrains the metadata of the device type. */
const NOT_CHECKED = 'Not checked';

/** Formats whether the metadata of a device fits the schema of its type: `Yes`, `No`, or `Not checked` without a schema. Source: METAV1. */
export const metadataValidText = (isValid: boolean | null | undefined): string => (isValid == null ? NOT_CHECKED : yesNo(isValid));

/** The three texts, in the order in which a filter offers them. */
export const metadataValidTexts: readonly string[] = [true, false, null].map(metadataValidText);
