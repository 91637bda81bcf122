/** `field(label, value, shows)`, which creates one row of a section; `shows` names the value for "Why does it say that?" */

import type { ReactNode } from 'react';

/** A label and its value; `shows` is a field of the report, or a name of `past/values/facts.ts`. */
export type FieldRow = readonly [label: string, value: ReactNode, shows?: string];

/** Creates one row of a section. A function is used because the linter mistakes an element in a plain array for a list item without a key. */
export const field = (label: string, value: ReactNode, shows?: string): FieldRow =>
  shows === undefined ? [label, value] : [label, value, shows];
