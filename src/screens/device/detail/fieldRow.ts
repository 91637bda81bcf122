import type { ReactNode } from 'react';

/** A label and its value. */
export type FieldRow = readonly [label: string, value: ReactNode];

/** One row of a section. A function, because an element inside a bare pair looks like a list item without a key. */
export const field = (label: string, value: ReactNode): FieldRow => [label, value];
