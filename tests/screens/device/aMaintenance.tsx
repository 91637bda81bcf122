import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Device, getAllDevices, getAllLifeCycleStages, postUpdateDevice } from '#contract/devices/device';
import { getMaintenanceDeployment, type SshTarget } from '#contract/devices/maintenance';
import { MaintenanceScreen } from '#screens/device/maintenance/MaintenanceScreen';
import { createSecretChannel, SecretContext } from '#hooks/secretChannel';
import { IntentContext } from '#hooks/IntentContext';
import { keyOf, type EventPayload } from '#streams/event';
import type { Intent } from '#streams/intent';
import { aDevice, answered, devicesKnown, showing } from '../../widgets/aConsole.tsx';

const serial = 'LF-01';
export const alba: Device = aDevice(serial, 'Alba');
export const boris: Device = aDevice('LF-02', 'Boris');

const stages = answered(getAllLifeCycleStages, {
  result: [
    { id: 'OPERATIONAL', name: 'Operational' },
    { id: 'SERVICE', name: 'Service' },
  ],
});

const saving = { call: postUpdateDevice.name, params: { serial }, query: {} };
const asked: EventPayload = { kind: 'request.started', key: keyOf(saving), call: saving.call };
export const taken: readonly EventPayload[] = [
  asked,
  { kind: 'request.succeeded', key: keyOf(saving), call: saving.call, answer: { result: true } },
];
export const declined: readonly EventPayload[] = [
  asked,
  { kind: 'request.succeeded', key: keyOf(saving), call: saving.call, answer: { result: false } },
];
export const refused = (status: number, message: string): readonly EventPayload[] => [
  asked,
  { kind: 'request.failed', key: keyOf(saving), call: saving.call, failure: { status, message } },
];
export const onItsWay: readonly EventPayload[] = [asked];

const secretQuestion = (target: SshTarget) => ({ call: getMaintenanceDeployment.name, params: { serial, target }, query: {} });
const secretKey = (target: SshTarget) => keyOf(secretQuestion(target));
export const requested = (target: SshTarget): Intent => ({ kind: 'query.requested', request: secretQuestion(target), body: undefined });
const requestEvent = (target: SshTarget, kind: 'request.started' | 'request.unchanged'): EventPayload => ({
  kind,
  key: secretKey(target),
  call: getMaintenanceDeployment.name,
});
export const secretRefused = (target: SshTarget, status: number, message: string): readonly EventPayload[] => [
  requestEvent(target, 'request.started'),
  { kind: 'request.failed', key: secretKey(target), call: getMaintenanceDeployment.name, failure: { status, message } },
];

/** The screen of two devices, what it wished, and the door that secrets come through. */
export function maintenance({ isPast = false } = {}) {
  const intents: Intent[] = [];
  const door = createSecretChannel();
  const view = (
    <IntentContext value={isPast ? null : (intent) => void intents.push(intent)}>
      <SecretContext value={isPast ? null : door}>
        <MaintenanceScreen />
      </SecretContext>
    </IntentContext>
  );
  const shown = showing(view, {
    address: '/device/maintenance',
    events: [
      [1, devicesKnown(alba, boris)],
      [1, stages],
    ],
  });
  let second = 1;
  const learn = (...payloads: readonly EventPayload[]) => {
    second += 1;
    shown.learn(...payloads.map((payload) => [second, payload] as const));
  };
  /** The answer of a secret call: to the view alone, as the streams hand it over. */
  const tell = (target: SshTarget, answer: unknown) => {
    act(() => door.onSecret(secretKey(target), answer));
    learn(requestEvent(target, 'request.started'), requestEvent(target, 'request.unchanged'));
  };
  const at = (seconds: number) => {
    second = seconds;
    shown.learn([seconds, { kind: 'clock.ticked' }]);
  };
  const given = () =>
    intents.flatMap((intent) => (intent.kind === 'query.requested' ? [{ call: intent.request.call, body: intent.body }] : []));
  const alerts = () => intents.flatMap((intent) => (intent.kind === 'alert.raised' ? [`${intent.tone}: ${intent.text}`] : []));
  return { ...shown, intents, learn, tell, at, given, alerts, user: userEvent.setup() };
}

export const setting = (label: 'Name' | 'Life Cycle Stage') => within(screen.getByRole('group', { name: label }));
export const target = (name: SshTarget) => within(screen.getByRole('group', { name: `SSH credentials of ${name}` }));

/** The requests for saving and for the list of devices among the given ones. */
export const saves = (body: object) => ({ call: postUpdateDevice.name, body });
export const refreshes = { call: getAllDevices.name, body: undefined };
