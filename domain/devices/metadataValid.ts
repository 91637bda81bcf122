import { yesNo } from '../text/yesNo.ts';

/** What is shown where nothing says what metadata has to be: the device type has no schema. */
const NOT_CHECKED = 'Not checked';

/** Text of whether the metadata of a device fits the schema of its type: `Yes`, `No`, or `Not checked` where there is none. Source: METAV1. */
export const metadataValidText = (isValid: boolean | null | undefined): string => (isValid == null ? NOT_CHECKED : yesNo(isValid));

/** The three texts, in the order in which a filter offers them. */
export const metadataValidTexts: readonly string[] = [true, false, null].map(metadataValidText);
