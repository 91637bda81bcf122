import type { Buffer } from 'node:buffer';
import type { Gauges } from '../../platform/gauges.ts';
import type { ConfigurationReport } from './configurationReport.ts';
import type { MessageFault, FaultReports } from './faultReports.ts';
import type { DeviceMessage } from './readMessage.ts';
import type { Receipt } from './receipt.ts';

/**
 * The refusal of messages, and the report of parts that were left out or noted: in the metrics, in the remembered traffic, and to the people concerned
 * (`faultReports.ts`).
 */
export interface Refusals {
  /** Counts a message as refused and acknowledges it. */
  readonly refuse: (reason: string, done: () => void) => void;
  /** Refuses a report because of its order. */
  readonly refuseOld: (read: DeviceMessage, receipt: Receipt, why: string) => void;
  /** Reports the unreadable parts of a message, and its remarks. */
  readonly reportLosses: (read: DeviceMessage, receipt: Receipt) => void;
  /** Reports the parts of a configuration that were left out when it was stored. */
  readonly configurationFault: (read: DeviceMessage, receipt: Receipt) => ConfigurationReport['onFault'];
  /** Reports a command result that has no effect. */
  readonly resultRefused: (read: DeviceMessage, receipt: Receipt, why: string) => void;
  /** Reports a retained message, which is ignored. `at` in ms since epoch. */
  readonly retained: (read: DeviceMessage, payload: Buffer, at: number) => void;
}

const faultOf = ({ serial, kind, name }: DeviceMessage, { payload, receivedAt }: Pick<Receipt, 'payload' | 'receivedAt'>) => ({
  serial,
  kind,
  name,
  payload,
  receivedAt,
});

/** Creates the refusals of an ingest. */
export function createRefusals({ gauges, faults }: { readonly gauges: Gauges; readonly faults: Pick<FaultReports, 'report'> }): Refusals {
  const refuse: Refusals['refuse'] = (reason, done) => {
    gauges.refused.inc({ reason });
    done();
  };
  return {
    refuse,
    refuseOld: (read, receipt, why) => {
      receipt.trace?.refused(why);
      faults.report({ ...faultOf(read, receipt), code: 'old', fields: [{ field: 'time', why }], isDropped: true });
      refuse('old', receipt.done);
    },
    reportLosses: (read, receipt) => {
      const { losses, remarks } = read;
      const report = (code: MessageFault['code'], fields: MessageFault['fields']) => {
        if (fields.length > 0) faults.report({ ...faultOf(read, receipt), code, fields, isDropped: !read.ok });
      };
      gauges.unread.inc(losses.length);
      receipt.trace?.read({ isDropped: !read.ok, losses, remarks });
      report(read.ok ? 'fields_dropped' : read.reason === 'huge' ? 'too_large' : 'unreadable', losses);
      report('fields_noted', remarks);
    },
    configurationFault: (read, receipt) => (code, fields) => {
      const isDropped = code !== 'fields_dropped';
      receipt.trace?.read({ isDropped, losses: [...read.losses, ...fields], remarks: read.remarks });
      faults.report({ ...faultOf(read, receipt), code, fields, isDropped });
    },
    resultRefused: (read, receipt, why) => {
      receipt.trace?.refused(why);
      faults.report({ ...faultOf(read, receipt), code: 'result_refused', fields: [{ field: 'command_id', why }], isDropped: true });
    },
    retained: (read, payload, receivedAt) => {
      const fields = [{ field: 'the message', why: 'it is retained' }];
      faults.report({ ...faultOf(read, { payload, receivedAt }), code: 'retained', fields, isDropped: true });
    },
  };
}
