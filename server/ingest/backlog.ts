import type { DataMessage } from '#contract/deviceMessage';
import { slotOf, type Report } from '../fleet/report.ts';
import type { ErrorTransition } from './errorTransition.ts';
import { MAX_LOGS, type LogNews } from './logNews.ts';

type Of<Group> = Extract<DataMessage, { data_group: Group }>['data'];
/** Metrics of a device and when they came, in ms since epoch. */
interface MetricsNews {
  readonly serial: string;
  readonly receivedAt: number;
  readonly data: Of<'metrics'>;
}
/** What a device said of a treatment. */
interface TreatmentNews {
  readonly serial: string;
  readonly data: Of<'treatment'>;
}

/** What waits for the database: the newest of everything, every state report for the history, and all that devices wrote down. */
export interface Backlog {
  readonly newest: Map<string, { readonly report: Report; readonly receivedAt: number }>;
  readonly metrics: Map<string, MetricsNews>;
  readonly treatments: Map<string, TreatmentNews>;
  readonly transitions: ErrorTransition[];
  readonly history: Report[];
  readonly logs: LogNews[];
}

/** Reports kept for a database that is away: over three minutes of 1,000 devices. Beyond it the oldest history is lost and counted, never the newest state. */
export const MAX_HISTORY = 200_000;
const MAX_TRANSITIONS = 50_000;

/** Nothing waits. */
export const emptyBacklog = (): Backlog => ({
  newest: new Map(),
  metrics: new Map(),
  treatments: new Map(),
  transitions: [],
  history: [],
  logs: [],
});

/** Notes a report; of one slot only the newest waits. */
export function note(backlog: Backlog, report: Report, receivedAt: number): void {
  backlog.newest.set(slotOf(report), { report, receivedAt });
  if (report.push.type === 'state') backlog.history.push(report);
}

/** Puts what could not be written before what came meanwhile. Returns how many reports were given up. */
export function putBack(failed: Backlog, since: Backlog): { backlog: Backlog; lost: number } {
  const history = [...failed.history, ...since.history];
  const logs = [...failed.logs, ...since.logs];
  const [lostHistory, lostLogs] = [Math.max(0, history.length - MAX_HISTORY), Math.max(0, logs.length - MAX_LOGS)];
  return {
    lost: lostHistory + lostLogs,
    backlog: {
      newest: new Map([...failed.newest, ...since.newest]),
      metrics: new Map([...failed.metrics, ...since.metrics]),
      treatments: new Map([...failed.treatments, ...since.treatments]),
      transitions: [...failed.transitions, ...since.transitions].slice(-MAX_TRANSITIONS),
      history: history.slice(lostHistory),
      logs: logs.slice(lostLogs),
    },
  };
}

/** Whether there is nothing to write. */
export const isEmpty = ({ newest, metrics, treatments, transitions, logs }: Backlog) =>
  newest.size + metrics.size + treatments.size + transitions.length + logs.length === 0;
