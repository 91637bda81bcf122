import { useMemo } from 'react';
import { codeText } from '#domain/errorCodes/errorCode';
import { lifeCycleOf, type LifeCycleRow } from '#domain/incidents/lifeCycle';
import type { RoomRecord } from '#domain/incidents/roomRecord';
import { useRoom } from './RoomContext.ts';

/** Returns the life cycle of the incident; the same rows until the record changes. */
export function useLifeCycle(record: RoomRecord): readonly LifeCycleRow[] {
  const { incident, errorAt } = useRoom();
  const { machine_serial: serial, error_code: code } = incident;
  const text = code == null || code === '' ? 'Incident' : `Incident ${codeText(code)}`;
  return useMemo(() => lifeCycleOf(record, { serial, at: errorAt, text }), [record, serial, errorAt, text]);
}
