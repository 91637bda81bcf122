import { inProcessBus, type Bus } from '../platform/bus/bus.ts';
import type { LiveReports } from '../fleet/liveReports.ts';
import type { DeviceReport } from '../fleet/deviceReport.ts';
import type { Control } from './control.ts';
import type { ControlCache } from './controlCache.ts';

/** The newest report of a device, as it came. */
function newestReport(live: Pick<LiveReports, 'newest'>, serial: string): DeviceReport | null {
  const newest = live.newest(serial);
  if (newest === undefined) return null;
  return { push: newest.frame, deviceTime: new Date(newest.deviceTime).toISOString(), sequence: newest.sequence };
}

/** A report with the controller of our table. */
export function withController(memory: ControlCache, report: DeviceReport): DeviceReport {
  const { push } = report;
  if (push.type !== 'state') return report;
  const state = memory.dress(push.serial, push.state);
  return state === push.state ? report : { ...report, push: { ...push, state } };
}

/**
 * The bus as listeners of this instance receive it: every state says who controls the device. A change of control that another instance sends with
 * the newest state it knows is sent on with the newest state known here, so that a device never goes back in time.
 */
export function controlledBus(bus: Bus<DeviceReport>, live: Pick<LiveReports, 'newest'>, memory: ControlCache): Bus<DeviceReport> {
  const local = inProcessBus<DeviceReport>();
  const withControl = (report: DeviceReport): DeviceReport => {
    if (report.control === undefined) return withController(memory, report);
    memory.note(report.control);
    return withController(memory, newestReport(live, report.control.serial) ?? report);
  };
  bus.subscribe((reports) => local.publish(reports.map(withControl)));
  return { publish: bus.publish, subscribe: local.subscribe, close: bus.close };
}

/** Publishes to every console who controls a device now. Nothing is published of a device that never reported: it has no state. */
export function publishControl(bus: Bus<DeviceReport>, live: Pick<LiveReports, 'newest'>, memory: ControlCache, control: Control): void {
  memory.note(control);
  const newest = newestReport(live, control.serial);
  if (newest !== null) bus.publish([{ ...newest, control }]);
}
