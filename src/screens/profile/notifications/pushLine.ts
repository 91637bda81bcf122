import { createContext } from 'react';
import type { Device } from '#contract/device';
import type { PushRow } from '#domain/pushSelection';

/** One line of the table: a device, and whether it may notify. */
export interface PushLine extends PushRow<Device> {
  readonly isOn: boolean;
  /** False while nothing is known, in the past, and for what is off when no more can be selected. */
  readonly canChange: boolean;
}

/** What a checkbox of the table does. */
export const ChangeContext = createContext<(serial: string, isOn: boolean) => void>(() => undefined);
