import type { ReactNode } from 'react';

/** A label and its value. */
export type FieldRow = readonly [label: string, value: ReactNode];

/** Creates one row of a section. A function, because lint takes an element in a plain array for a list item without a key. */
export const field = (label: string, value: ReactNode): FieldRow => [label, value];
