import { createSelector } from '@reduxjs/toolkit';
import { getMetrics } from '#contract/fleet/metrics';
import { isGreyRow } from '#domain/devices/deviceList';
import { hours, kilometres } from '#domain/text/numbers';
import { selectAnswer } from '#state/answers';
import { selectAllDevices } from '#state/referenceData';
import type { RootState } from '#state/store';

/** The lifetime metrics of one device, in the units of the screen; undefined if unknown. */
export interface MetricsRow {
  readonly serial: string;
  readonly name: string;
  readonly isDecommissioned: boolean;
  readonly mileageKm: number | undefined;
  readonly laneswitches: number | undefined;
  readonly activeHours: number | undefined;
  readonly uv_switches: number | undefined;
  readonly uvActiveHours: number | undefined;
}

/**
 * Selects a `MetricsRow` for every device, in km and hours, including those that have metrics but are not in the lists. Source: FLEET-019,
 * GAP-42, GAP-44.
 */
export const selectMetricsRows = createSelector(
  [selectAllDevices, (s: RootState) => selectAnswer(s, getMetrics)?.result],
  (devices, metrics = []): readonly MetricsRow[] => {
    const listed = new Map(devices.map((device) => [device.serial, device]));
    const measured = new Map(metrics.map((one) => [one.serial, one]));
    return [...new Set([...listed.keys(), ...measured.keys()])].map((serial) => {
      const device = listed.get(serial);
      const found = measured.get(serial);
      return {
        serial,
        name: device?.name ?? serial,
        isDecommissioned: device !== undefined && isGreyRow(device),
        mileageKm: kilometres(found?.mileage?.value),
        laneswitches: found?.laneswitches?.value ?? undefined,
        activeHours: hours(found?.active_time?.value),
        uv_switches: found?.uv_switches?.value ?? undefined,
        uvActiveHours: hours(found?.uv_active_time?.value),
      };
    });
  },
);
