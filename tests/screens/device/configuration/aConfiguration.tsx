import { screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import userEvent from '@testing-library/user-event';
import { getConfig, postConfig, type ConfigModel, type ConfigValue } from '#contract/devices/configuration';
import type { ServerFeature } from '#contract/config';
import { ConfigurationScreen } from '#screens/device/configuration/ConfigurationScreen';
import { keyOf, type RequestFailure, type EventPayload } from '#streams/event';
import type { Intent } from '#streams/intent';
import { reported, type TimedEvent } from '../../../state/eventsOf.ts';
import { aDevice, devicesKnown, showing } from '../../../widgets/aConsole.tsx';

export const serial = 'LF-01';
const request = (call: { readonly name: string }) => ({ call: call.name, params: { serial }, query: {} });
const about = (call: { readonly name: string }) => ({ key: keyOf(request(call)), call: call.name });

/** A person of these groups signs in. */
export const signedIn = (...groups: readonly string[]): EventPayload => ({
  kind: 'session.opened',
  profile: { username: 'anna', email: 'anna@example.org', groups: [...groups], second_factor: true },
});
export const admin = signedIn('user_type:system_admin');
export const support = signedIn('user_type:license_support_engineer');

interface Parameter {
  readonly value: ConfigValue;
  readonly model: ConfigModel;
}
const parameter = (value: ConfigValue, group: string, type: ConfigModel['type'], bounds: Partial<ConfigModel> = {}): Parameter => ({
  value,
  model: { command_name: '', group, type, ...bounds },
});

/** The values of the demo's files; a test changes some. */
const usual: Readonly<Record<string, Readonly<Record<string, Parameter>>>> = {
  'navigation.yaml': {
    max_speed: parameter(0.5, 'Navigation-GREEN', 'float', { min: 0, max: 1.5, unit: 'm/s' }),
    retries: parameter(3, 'Navigation-GREEN', 'int'),
    use_lidar: parameter(false, 'Navigation-YELLOW', 'bool'),
    torque: parameter(9, 'Motors-RED', 'int'),
  },
  'lights.yaml': { greeting: parameter('hello', 'Lights-ORANGE', 'string') },
};
/** The values of a robot of another maker. */
export const others: EventPayload = {
  kind: 'request.succeeded',
  ...about(getConfig),
  answer: {
    file_names: ['mqtt.yaml'],
    config: {
      'mqtt.yaml': {
        'ports of the broker': parameter([1883, 8883], 'Network-GREEN', 'list', { items: 'int' }),
        login: parameter({ user: 'an', password: '***' }, 'Network-GREEN', 'map'),
        'größe.x': parameter(null, 'Maße', 'float'),
        mode: parameter('a', 'Drive-BLUE', 'enum'),
        footprint: parameter([[0, 1], { a: 1 }], 'Network-GREEN', 'string'),
      },
    },
  },
};

/** The server's response with the configuration, with other values where they are given. */
export function configResponse(values: Readonly<Record<string, ConfigValue>> = {}): EventPayload {
  const files = Object.entries(usual).map(([file, parameters]) => {
    const entries = Object.entries(parameters).map(([name, each]) => [
      name,
      { ...each, value: Object.hasOwn(values, name) ? values[name] : each.value },
    ]);
    return [file, Object.fromEntries(entries)];
  });
  const answer = { file_names: Object.keys(usual), config: Object.fromEntries(files) };
  return { kind: 'request.succeeded', ...about(getConfig), answer };
}
export const configFailed: EventPayload = { kind: 'request.failed', ...about(getConfig), failure: { status: 500, message: '' } };

export const saveAsked: EventPayload = { kind: 'request.started', ...about(postConfig) };
export const saved: EventPayload = { kind: 'request.succeeded', ...about(postConfig), answer: { success: true } };
export const notTaken: EventPayload = { kind: 'request.succeeded', ...about(postConfig), answer: { success: false } };
export const notSaved = (failure: RequestFailure): EventPayload => ({ kind: 'request.failed', ...about(postConfig), failure });

interface Options {
  readonly who?: EventPayload;
  readonly isOnline?: boolean;
  readonly address?: string;
  readonly events?: readonly TimedEvent[];
  readonly isPast?: boolean;
  readonly features?: readonly ServerFeature[] | undefined;
  /** The elements around the screen. */
  readonly around?: (shown: ReactElement) => ReactElement;
}

/** The screen of one device, online unless given; `sent` are the bodies that were posted, `asks` how often the values were asked again. */
export function configuration({
  who = admin,
  isOnline = true,
  address = '',
  events = [[2, configResponse()]],
  isPast = false,
  features,
  around = (shown) => shown,
}: Options = {}) {
  const intents: Intent[] = [];
  const view = showing(around(<ConfigurationScreen />), {
    address: `/device/configuration${address}`,
    events: [
      [1, who],
      [1, devicesKnown(aDevice(serial, 'Alba'), aDevice('LF-02', 'Bento'))],
      ...(isOnline ? [[1, reported(serial, 1)] as const] : []),
      ...events,
    ],
    ...(isPast ? {} : { intents }),
    ...(features === undefined ? {} : { features }),
  });
  const given = (call: { readonly name: string }) =>
    intents.flatMap((intent) => (intent.kind === 'query.requested' && intent.request.call === call.name ? [intent] : []));
  return {
    ...view,
    user: userEvent.setup(),
    intents,
    sent: () => given(postConfig).map(({ body }) => body),
    asks: () => given(getConfig).length,
  };
}

export const row = (name: string) => within(screen.getByRole('group', { name }));
export const edit = (name: string) => screen.getByRole('button', { name: `Edit ${name}` });
export const confirm = (name: string) => row(name).getByRole('button', { name: 'Confirm' });
export const cancel = (name: string) => row(name).getByRole('button', { name: 'Cancel' });
