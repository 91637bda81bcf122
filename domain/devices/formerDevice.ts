/** Texts for a device that has left: its name in a choice ("Alba, until 12/11/2026"), and a note that its data remains readable. */

import type { FormerDevice } from '#contract/devices/formerDevice';
import { dateText } from '../text/dates.ts';

/** Returns the name of a former device in a choice: `Alba, until 12/11/2026`. Source: SEE9. */
export const formerName = ({ name, until }: Pick<FormerDevice, 'name' | 'until'>): string => `${name}, until ${dateText(until)}`;

/** Returns the note on a former device, as a sentence. */
export const formerText = ({ name, from, until }: Pick<FormerDevice, 'name' | 'from' | 'until'>): string =>
  `${name} worked for you until ${dateText(until)}, at first on ${dateText(from)}. What it reported in your time stays readable.`;
