/**
 * A treatment on the plan: the state of each lane (`lanesOfPlan`), the light per lane (`amountsOf`), popup lines (`laneNotes`), `countOf` and `treatingDevice`.
 */

import type { AnswerOf } from '#contract/call';
import type { PlanLayers } from '#contract/map';
import type { Device } from '#contract/devices/device';
import type { getTreatmentLayer, Treatment, TreatmentJob } from '#contract/fleet/treatment';
import { codeText } from '#domain/errorCodes/errorCode';
import { begunLanes } from '#domain/treatments/begunLanes';
import { type LaneState, laneStates } from '#domain/treatments/jobs';
import { instantMs } from '#domain/text/dates';
import { durationText } from '#domain/text/duration';
import { numberText } from '#domain/text/numbers';
import type { LaneTone, LaneTones } from '#map/drawing/laneFill';
import type { MapDevice } from '#map/drawing/mapDevice';
import type { DeviceRow } from '#state/fleet';
import { devicesOnPlan } from '#widgets/devicePose';
import { laneWords } from '#widgets/JobLegend';

type TreatmentLayer = AnswerOf<typeof getTreatmentLayer>['treatment_layer'];

/** Returns the state of every lane of a plan; `none` for a lane without a job. Source: RULE-074..079, OPEN-127. */
export function lanesOfPlan(plan: PlanLayers | undefined, jobs: readonly TreatmentJob[]): ReadonlyMap<string, LaneState> {
  const states = laneStates(jobs);
  return new Map((plan?.lane.features ?? []).map(({ properties: { id } }) => [String(id ?? ''), states.get(String(id ?? '')) ?? 'none']));
}

/** An amount per lane. `most` is the largest amount, which is drawn in the most intense colour. */
export interface LaneAmounts {
  readonly tones: LaneTones;
  readonly texts: ReadonlyMap<string, string>;
  readonly most: string | null;
}

/** Formats an amount: a treatment time, whose unit is seconds, as a duration; another with its unit. Source: RULE-054. */
const amountText = (value: number, unit: unknown): string =>
  unit === 's' ? durationText(value) : [numberText(value), unit].filter(Boolean).join(' ');

/** Returns the tones and texts of a data layer; the largest amount has tone 1. */
export function amountsOf(layer: TreatmentLayer | undefined): LaneAmounts {
  const amounts = (layer?.features ?? []).flatMap(({ properties: { object_id, value, unit } }) =>
    typeof value === 'number' ? [{ id: String(object_id), value, text: amountText(value, unit) }] : [],
  );
  const most = amounts.reduce<(typeof amounts)[number] | null>((top, one) => (top === null || one.value > top.value ? one : top), null);
  const toneOf = (value: number): LaneTone => ({ amount: most === null || most.value === 0 ? 0 : value / most.value });
  return {
    tones: new Map(amounts.map(({ id, value }) => [id, toneOf(value)])),
    texts: new Map(amounts.map(({ id, text }) => [id, text])),
    most: most?.text ?? null,
  };
}

/** Returns the popup line of each lane: its state, the newest error of a failed one, and its amount. */
export function laneNotes(states: ReadonlyMap<string, LaneState>, jobs: readonly TreatmentJob[], amounts: LaneAmounts) {
  const begun = begunLanes(jobs);
  // One pass: a treatment may have tens of thousands of jobs and lanes.
  const codes = new Map(jobs.flatMap(({ object_id, error_code }) => (error_code ? [[object_id, error_code] as const] : [])));
  const note = (id: string, state: LaneState) => {
    const code = codes.get(id);
    const word =
      state === 'failed' && code
        ? `${laneWords[state]} ${codeText(code)}`
        : state === 'queued'
          ? (begun.get(id) ?? laneWords[state])
          : laneWords[state];
    return [word, amounts.texts.get(id)].filter((part) => part !== undefined).join(', ');
  };
  return new Map([...states].map(([id, state]) => [id, note(id, state)]));
}

/** The device of a treatment; `siteId` is the map on which it is, null while that is unknown. */
interface TreatingDevice {
  readonly device: Device | undefined;
  readonly siteId: string | null;
  readonly row: DeviceRow | undefined;
  readonly isLive: boolean;
}

/** Returns the device of a treatment as a mark on its plan; none if the treatment has ended or the device is at another site. */
export function treatingDevice(
  { finish_time, map_id }: Pick<Treatment, 'finish_time' | 'map_id'>,
  { device, siteId, row, isLive }: TreatingDevice,
): readonly MapDevice[] {
  if (device === undefined || instantMs(finish_time) !== null || siteId === null || siteId !== map_id) return [];
  return devicesOnPlan(device, row, isLive);
}

/** Counts the lanes per state. */
export function countOf(states: ReadonlyMap<string, LaneState>): Readonly<Record<LaneState, number>> {
  const count = { completed: 0, recovered: 0, failed: 0, queued: 0, none: 0 };
  for (const state of states.values()) count[state] += 1;
  return count;
}
