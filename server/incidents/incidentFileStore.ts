import type { Readable } from 'node:stream';
import type { PostProcessingResult } from '#contract/incident';
import type { ReadableTimes } from '../locations/visibility.ts';
import type { IncidentRow } from './readIncidents.ts';

/** An incident, with the times of its device of which what lies around it may be read; without any, by the server itself, all. */
export type ReadableIncident = IncidentRow & { readonly times?: ReadableTimes };

/** Access to the uploaded data of incidents, as streams, which the caller reads or destroys. Throws 503 while the storage is away. */
export interface IncidentFileStore {
  /** Opens the recording, a ROS 1 bag compressed by gzip; null before the upload. */
  readonly recording: (row: ReadableIncident) => Promise<Readable | null>;
  /** Opens the depth video; null before the upload, and for a device that recorded none. */
  readonly depth: (row: IncidentRow) => Promise<Readable | null>;
  /** Opens the rendered video, MP4; null before it is there. */
  readonly video: (row: IncidentRow) => Promise<Readable | null>;
  /** Returns the failure of a step that the store does not serve at this attempt (from 1); null when it does. */
  readonly refusal: (row: IncidentRow, step: string, tries: number) => PostProcessingResult | null;
}
