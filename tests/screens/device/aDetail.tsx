import { screen, within } from '@testing-library/react';
import type { ServerFeature } from '#contract/config';
import { getDeviceSims } from '#contract/devices/deviceSim';
import type { Device } from '#contract/devices/device';
import {
  getActiveTreatment,
  getMapData,
  getSimInfo,
  getStateData,
  getSwVersion,
  type SimInfo,
  type SoftwareInfo,
} from '#contract/fleet/dataGroup';
import { getErrorOverview } from '#contract/fleet/machine';
import { DeviceDetailScreen } from '#screens/device/detail/DetailScreen';
import { IntentContext } from '#hooks/IntentContext';
import { ProductNamesContext } from '#hooks/productNames';
import { keyOf, type EventPayload } from '#streams/event';
import type { Intent } from '#streams/intent';
import type { TimedEvent } from '../../state/eventsOf.ts';
import { aDevice, devicesKnown, showing } from '../../widgets/aConsole.tsx';

/** The response to a request about one device. */
export const response = (call: { readonly name: string }, params: Readonly<Record<string, string>>, answer: unknown): EventPayload => ({
  kind: 'request.succeeded',
  key: keyOf({ call: call.name, params, query: {} }),
  call: call.name,
  answer,
});
export const failed = (call: { readonly name: string }, params: Readonly<Record<string, string>>, status = 500): EventPayload => ({
  kind: 'request.failed',
  key: keyOf({ call: call.name, params, query: {} }),
  call: call.name,
  failure: { status, message: '' },
});

const serial = 'LF-01';
export const alba: Device = { ...aDevice(serial, 'Alba'), last_seen: null };
export const software = (over: Partial<SoftwareInfo> = {}): EventPayload =>
  response(getSwVersion, { serial }, { sw_version: { software_version: '5.12.3', software_status: 'True', ...over } });
export const sim = (over: Partial<SimInfo> | null): EventPayload => response(getSimInfo, { serial }, { sim_info: { sim_info: over } });
/** The entered SIM fields of the device. */
export const sims = (over: object): EventPayload =>
  response(getDeviceSims, {}, { result: [{ serial, saved_at: '2026-03-04T10:00:00Z', saved_by: 'An', ...over }] });
export const maps = (available_maps: object): EventPayload => response(getMapData, { serial }, { time: null, available_maps });
export const treatment = (active_treatment: object | null): EventPayload => response(getActiveTreatment, { serial }, { active_treatment });
export const errors = (...result: readonly object[]): EventPayload => response(getErrorOverview, { serial, hours: '48' }, { result });
export const site = (over: object = {}): EventPayload =>
  response(getStateData, { serial }, { 'site/site_id': 'van-houte-1', 'site/site_version': '3.4.2#1', ...over });

interface Options {
  readonly device?: Device;
  /** True for a moment of the past, where nothing can be asked. */
  readonly isPast?: boolean;
  readonly features?: readonly ServerFeature[];
}

/** Shows the screen of one device after these events; returns every intent that it sends. */
export function detail(events: readonly TimedEvent[], { device = alba, isPast = false, features }: Options = {}) {
  const intents: Intent[] = [];
  const give = isPast ? null : (intent: Intent) => void intents.push(intent);
  const view = (
    <ProductNamesContext value={{ company: 'Serra Robotics', product: 'Orangery' }}>
      <IntentContext value={give}>
        <DeviceDetailScreen />
      </IntentContext>
    </ProductNamesContext>
  );
  return { ...showing(view, { events: [[1, devicesKnown(device)], ...events], ...(features && { features }) }), intents };
}

export const section = (name: string) => screen.getByRole('region', { name });

/** The values of a section by their labels. */
export function values(name: string): Record<string, string> {
  const labels = within(section(name)).getAllByRole('term');
  return Object.fromEntries(labels.map((label) => [label.textContent, label.nextElementSibling?.textContent ?? '']));
}

/** The cells of a section's table, row by row. */
export const cells = (name: string): string[][] =>
  within(section(name))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
