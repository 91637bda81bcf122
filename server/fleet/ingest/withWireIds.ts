/** Logs and reports of treatments with the stored ids of incidents and treatments in place of the device's own. */

import type { Transaction } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { TreatmentReport } from './backlog.ts';
import type { ReceivedLog } from './receivedLog.ts';
import { type OwnId, type WireId, wireIdsOf } from './wireIds.ts';

type Message = ReceivedLog['message'];

const incidentOf = (message: Message): string | null => {
  if (message.kind === 'incident') return message.incident_id;
  return message.kind === 'event' && message.action != null && 'incident_id' in message.action ? message.action.incident_id : null;
};
const treatmentOf = (message: Message): string | null => {
  if (message.kind === 'incident') return message.treatment_id;
  return message.kind === 'event' && message.action != null && 'treatment_id' in message.action ? message.action.treatment_id : null;
};
const idsBy = (logs: readonly ReceivedLog[], idOf: (message: Message) => string | null): readonly OwnId[] =>
  logs.flatMap(({ serial, message }) => {
    const id = idOf(message);
    return id === null ? [] : [{ serial, id }];
  });

function renamed({ serial, message }: ReceivedLog, incident: WireId, treatment: WireId): Message {
  if (message.kind === 'incident') {
    const { incident_id, treatment_id } = message;
    return { ...message, incident_id: incident(serial, incident_id), treatment_id: treatment_id && treatment(serial, treatment_id) };
  }
  if (message.kind !== 'event' || message.action == null) return message;
  return 'incident_id' in message.action
    ? { ...message, action: { incident_id: incident(serial, message.action.incident_id) } }
    : { ...message, action: { treatment_id: treatment(serial, message.action.treatment_id) } };
}

/** Returns logs with the stored ids of their incidents and treatments. */
export async function logsWithWireIds(tx: Transaction<Database>, logs: readonly ReceivedLog[]): Promise<readonly ReceivedLog[]> {
  const incident = await wireIdsOf(tx, 'incident', idsBy(logs, incidentOf));
  const treatment = await wireIdsOf(tx, 'treatment', idsBy(logs, treatmentOf));
  return logs.map((log) => ({ ...log, message: renamed(log, incident, treatment) }));
}

/** Returns reports of treatments with the stored ids of those treatments. */
export async function treatmentsWithWireIds(
  tx: Transaction<Database>,
  reports: readonly TreatmentReport[],
): Promise<readonly TreatmentReport[]> {
  const wireId = await wireIdsOf(
    tx,
    'treatment',
    reports.map(({ serial, data }) => ({ serial, id: data.treatment_id })),
  );
  return reports.map(({ data, ...report }) => ({ ...report, data: { ...data, treatment_id: wireId(report.serial, data.treatment_id) } }));
}
