/** The message for a software status: its text and tone. */

import type { SoftwareInfo } from '#contract/fleet/dataGroup';

/** The displayed text of a software status. */
export interface SoftwareMessage {
  readonly tone: 'success' | 'warning' | 'danger';
  readonly text: string;
}

const MANUAL: SoftwareMessage = { tone: 'warning', text: 'Nuc and/or RPi have been started manually' };
const RPI_ERROR: SoftwareMessage = { tone: 'danger', text: 'There is an error with the software version on RPI' };

const MESSAGES: ReadonlyMap<string, SoftwareMessage> = new Map(
  Object.entries({
    True: { tone: 'success', text: 'Software Version is valid' },
    False: { tone: 'warning', text: 'Software on NUC and RPI is different' },
    MissingExpected: { tone: 'warning', text: 'The expected software version is missing on RPI or on the NUC' },
    PI_error: RPI_ERROR,
    // The specification has the text "on RPI" for both errors.
    NUC_error: RPI_ERROR,
  } satisfies Record<string, SoftwareMessage>),
);

/** Returns the message of a software status; a manual start takes precedence. Null if the status is missing or unknown. Source: RULE-031..036, GAP-41. */
export function softwareMessage(info: Pick<SoftwareInfo, 'software_status' | 'software_manually_started'>): SoftwareMessage | null {
  return info.software_manually_started === true ? MANUAL : (MESSAGES.get(info.software_status ?? '') ?? null);
}
