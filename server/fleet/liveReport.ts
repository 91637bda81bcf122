/** A report on its way to consoles and calls, as text or object, each created when first needed. */

import type { DataGroup } from '#contract/fleet/dataGroup';
import { dataFrame, stateFrame, type DataFrame, type ServerPush, type StateFrame } from '#contract/fleet/socket';
import { z } from '#contract/schema';
import type { DeviceReport } from './deviceReport.ts';

/** The schema of a push. */
export const serverPush = z.union([stateFrame, dataFrame]);

/** A push as text for consoles and as object for calls. Either is converted from the other when it is first needed, and cached. */
export interface Push {
  readonly text: () => string;
  /** The parsed text, of unknown shape. */
  readonly json: () => unknown;
  /** Returns undefined when the text does not match the schema. */
  readonly read: () => ServerPush | undefined;
}

/** A change of control, as it is announced to all instances. */
export const controlChange = z.object({
  serial: z.string(),
  holder: z.nullable(z.string()),
  holderName: z.nullable(z.string()),
  since: z.nullable(z.string()),
  epoch: z.number(),
});

/** The subject of a report: the state of its device, or one data group. */
export type ReportKind = 'state' | DataGroup;

/** A report of one device on its way to consoles and calls. */
export interface LiveReport {
  readonly serial: string;
  readonly kind: ReportKind;
  readonly push: Push;
  /** In ms since epoch by the server's clock; for a state, the same instant as the push's timestamp. */
  readonly receivedAt: number;
  /** In ms since epoch by the device's clock. */
  readonly deviceTime: number;
  /** Sequence number, reset when the device restarts; 0 for data groups. */
  readonly sequence: number;
  /** The epoch of the control that a state names; 0 if nobody has ever had control; null while it is unconfirmed. */
  readonly controlEpoch: number | null;
  /** Present when the report announces a change of control; `push` is then the device's newest report again. */
  readonly control?: z.infer<typeof controlChange> | undefined;
  /** Time at which the deployment of the device was closed, in ms since epoch; absent in other reports. `push` is then the device's newest report again. */
  readonly leftAt?: number | undefined;
  /** Time at which the device was present, in ms since epoch, if the report only announces that; `push` is then the device's newest report again. */
  readonly presentAt?: number | undefined;
}

/** Returns a function that calls the given one once and keeps its result. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Returns a push created by this instance. */
export const ownPush = (frame: ServerPush): Push => ({
  text: once(() => JSON.stringify(frame)),
  json: () => frame,
  read: () => frame,
});

/** Returns the kind of a push. */
export const reportKindOf = (frame: ServerPush): ReportKind => (frame.type === 'state' ? 'state' : frame.data_group);

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns a push created by another instance. `onRead` is called at most once, at the first read: with true if the push is valid and belongs to this
 * device and kind.
 */
export const receivedPush = (
  text: string,
  { serial, kind }: Pick<LiveReport, 'serial' | 'kind'>,
  onRead: (isReadable: boolean) => void,
): Push => {
  const json = once(() => parseText(text));
  const read = once(() => {
    const frame = serverPush.safeParse(json()).data;
    const isReadable = frame !== undefined && frame.serial === serial && reportKindOf(frame) === kind;
    onRead(isReadable);
    return isReadable ? frame : undefined;
  });
  return { text: () => text, json, read };
};

/** Returns a report of this instance as a live report. */
export const liveReport = ({ push, receivedAt, deviceTime, sequence }: DeviceReport): LiveReport => ({
  serial: push.serial,
  kind: reportKindOf(push),
  push: ownPush(push),
  receivedAt,
  deviceTime: Date.parse(deviceTime),
  sequence,
  controlEpoch: null,
});

/** Returns the state of a report; undefined if it is not a state or cannot be read. */
export function reportedStateOf(report: LiveReport | undefined): StateFrame | undefined {
  const frame = report?.push.read();
  return frame?.type === 'state' ? frame : undefined;
}

/** Returns the data group of a report; undefined if it is not a data group or cannot be read. */
export function dataOf(report: LiveReport | undefined): DataFrame | undefined {
  const frame = report?.push.read();
  return frame?.type === 'data' ? frame : undefined;
}
