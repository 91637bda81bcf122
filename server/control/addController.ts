import { inProcessBus, type Bus } from '../platform/bus/bus.ts';
import type { LiveReports } from '../fleet/liveReports.ts';
import type { DeviceReport } from '../fleet/deviceReport.ts';
import type { Control } from './control.ts';
import type { ControlCache } from './controlCache.ts';

/** Returns the newest live report of a device, or null. */
function newestReport(live: Pick<LiveReports, 'newest'>, serial: string): DeviceReport | null {
  const newest = live.newest(serial);
  if (newest === undefined) return null;
  return { push: newest.frame, deviceTime: new Date(newest.deviceTime).toISOString(), sequence: newest.sequence };
}

/** Returns a report with the controller from the control table. */
export function withController(memory: ControlCache, report: DeviceReport): DeviceReport {
  const { push } = report;
  if (push.type !== 'state') return report;
  const state = memory.dress(push.serial, push.state);
  return state === push.state ? report : { ...report, push: { ...push, state } };
}

/**
 * Wraps the bus so that listeners receive every state with its controller. A change of control from another instance is delivered with the newest
 * state of this instance, so that an older state never replaces a newer one.
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

/** Publishes that a device left its organisation to all instances. Publishes nothing for a device that never reported, as nobody sees any of it. */
export function publishLeft(bus: Bus<DeviceReport>, live: Pick<LiveReports, 'newest'>, serial: string, leftAt: number): void {
  const newest = newestReport(live, serial);
  if (newest !== null) bus.publish([{ ...newest, leftAt }]);
}

/** Publishes the controller of a device to all consoles. Publishes nothing for a device that never reported, as it has no state. */
export function publishControl(bus: Bus<DeviceReport>, live: Pick<LiveReports, 'newest'>, memory: ControlCache, control: Control): void {
  memory.note(control);
  const newest = newestReport(live, control.serial);
  if (newest !== null) bus.publish([{ ...newest, control }]);
}
