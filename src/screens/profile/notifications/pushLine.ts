/** A row of the notification settings (`PushLine`), and the context of its checkboxes. */

import { createContext } from 'react';
import type { Device } from '#contract/devices/device';
import type { PushRow } from '#domain/people/pushSelection';

/** One row of the table: a device, and whether it sends notifications. */
export interface PushLine extends PushRow<Device> {
  readonly isOn: boolean;
  /** False while the settings are loading, in the past, and for a device that is off when the maximum number is selected. */
  readonly canChange: boolean;
}

/** Called when a checkbox of the table changes. */
export const ChangeContext = createContext<(serial: string, isOn: boolean) => void>(() => undefined);
