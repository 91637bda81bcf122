/** A whole file as a device reported it, and the outcome of the report. */

import type { DifferingValue } from './reportEvents.ts';
import type { ReportedParameter } from './readParameters.ts';

/** A whole file of a device's configuration. */
export interface FileReport {
  readonly serial: string;
  readonly file_name: string;
  /** All files of the device; null if the report does not list them. */
  readonly file_names: readonly string[] | null;
  readonly parameters: readonly ReportedParameter[];
  /** Names of unreadable parameters, whose known values are kept. */
  readonly unread: readonly string[];
  readonly deviceTime: Date;
  /** Time of the report, by the server's clock. */
  readonly happenedAt: Date;
  readonly receivedAt: Date;
  /** A text that is equal for equal reports. */
  readonly digest: string;
}

/** The outcome of a report; `rows` is the number of rows that it wrote. */
export type ReportOutcome =
  | { readonly kind: 'stored'; readonly rows: number; readonly differing: readonly DifferingValue[] }
  | { readonly kind: 'same' | 'old'; readonly rows: 0 }
  | { readonly kind: 'refused'; readonly rows: 0; readonly why: string };
