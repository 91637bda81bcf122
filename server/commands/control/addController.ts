/** Sets the `controller` of reports before they leave the server, from the control table, and pushes changes of control and departures. */

import { inProcessBus, type Bus } from '../../platform/bus/bus.ts';
import { type LiveReport, ownPush, reportedStateOf } from '../../fleet/liveReport.ts';
import type { LiveReports } from '../../fleet/liveReports.ts';
import type { Control } from './control.ts';
import type { ControlCache } from './controlCache.ts';

/** Returns the newest live report of a device, without the announcements in it; undefined if it has never reported. */
function newestReport(live: Pick<LiveReports, 'newest'>, serial: string): LiveReport | undefined {
  const newest = live.newest(serial);
  return newest === undefined ? undefined : { ...newest, control: undefined, leftAt: undefined };
}

/**
 * Returns a report with the controller from the control table. A report that already names the controller of this epoch or a later one is kept, so that its
 * text is not rebuilt. Any other report whose state cannot be read is left out, since its text names a former controller, unless it ends a deployment.
 */
export function withController(memory: ControlCache, report: LiveReport): readonly LiveReport[] {
  if (report.kind !== 'state') return [report];
  const controlEpoch = memory.epochOf(report.serial);
  if (report.controlEpoch !== null && report.controlEpoch >= controlEpoch) return [report];
  const frame = reportedStateOf(report);
  if (frame === undefined) return report.leftAt === undefined ? [] : [report];
  const state = memory.withController(report.serial, frame.state, report.controlEpoch !== null);
  return [{ ...report, controlEpoch, push: state === frame.state ? report.push : ownPush({ ...frame, state }) }];
}

/**
 * Wraps the bus so that listeners, on this and on other instances, receive every state with its controller. A change of control from another instance is
 * delivered with the newest state of this instance, so that an older state never replaces a newer one.
 */
export function controlledBus(bus: Bus<LiveReport>, live: Pick<LiveReports, 'newest'>, memory: ControlCache): Bus<LiveReport> {
  const local = inProcessBus<LiveReport>();
  const dressed = (report: LiveReport) => withController(memory, report);
  const received = (report: LiveReport): readonly LiveReport[] => {
    if (report.control === undefined) return dressed(report);
    memory.note(report.control);
    return dressed(newestReport(live, report.control.serial) ?? report);
  };
  bus.subscribe((reports) => local.publish(reports.flatMap(received)));
  // A change of control is announced even if the device's state cannot be read.
  const published = (report: LiveReport) => (report.control === undefined ? dressed(report) : [report]);
  return { publish: (reports) => bus.publish(reports.flatMap(published)), subscribe: local.subscribe, close: bus.close };
}

/**
 * Publishes to all instances that a device left its organisation. Publishes nothing for a device that has never reported, since no console shows data of it.
 */
export function publishLeft(bus: Bus<LiveReport>, live: Pick<LiveReports, 'newest'>, serial: string, leftAt: number): void {
  const newest = newestReport(live, serial);
  if (newest !== undefined) bus.publish([{ ...newest, leftAt }]);
}

/** Publishes the controller of a device to all consoles. Publishes nothing for a device that has never reported, as it has no state. */
export function publishControl(bus: Bus<LiveReport>, live: Pick<LiveReports, 'newest'>, memory: ControlCache, control: Control): void {
  memory.note(control);
  const newest = newestReport(live, control.serial);
  if (newest !== undefined) bus.publish([{ ...newest, control }]);
}
