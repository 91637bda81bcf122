import type { Bus } from '../../platform/bus/bus.ts';
import type { DeviceReport } from '../deviceReport.ts';
import { liveReport, type LiveReport } from '../liveReport.ts';

/** Publish interval in ms: reports are batched, so that one message carries many. */
const PUBLISH_MS = 50;

/** Publisher of accepted reports to the consoles of all instances. */
export interface Publisher {
  readonly publish: (report: DeviceReport) => void;
  readonly close: () => void;
}

/** Creates the publisher and starts its timer. */
export function createPublisher(bus: Bus<LiveReport>): Publisher {
  let unsent: DeviceReport[] = [];
  const publishAll = () => {
    if (unsent.length === 0) return;
    const reports = unsent;
    unsent = [];
    bus.publish(reports.map(liveReport));
  };
  const timer = setInterval(publishAll, PUBLISH_MS);
  return { publish: (report) => void unsent.push(report), close: () => clearInterval(timer) };
}
