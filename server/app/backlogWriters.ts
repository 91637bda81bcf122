import { writeEvents } from '../devices/events/writeEvents.ts';
import type { BacklogWriters } from '../fleet/ingest/write.ts';
import { writeIncidents } from '../incidents/writeIncidents.ts';
import { writeTreatments } from '../treatments/writeTreatments.ts';

/** How the features write what devices report. */
export const backlogWriters: BacklogWriters = {
  writeTreatments,
  writeLogs: async (tx, logs) => {
    await writeEvents(tx, logs);
    return writeIncidents(tx, logs);
  },
};
