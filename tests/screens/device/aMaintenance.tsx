import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Device, getAllDevices, getAllLifeCycleStages, postUpdateDevice } from '#contract/device';
import { getMaintenanceDeployment, type SshTarget } from '#contract/maintenance';
import { MaintenanceScreen } from '#screens/device/maintenance/MaintenanceScreen';
import { createSecretDoor, SecretContext } from '#state/secretDoor';
import { WishContext } from '#state/WishContext';
import { keyOf, type News } from '#streams/event';
import type { Wish } from '#streams/wish';
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
const asked: News = { kind: 'call.asked', key: keyOf(saving), call: saving.call };
export const taken: readonly News[] = [asked, { kind: 'call.answered', key: keyOf(saving), call: saving.call, answer: { result: true } }];
export const declined: readonly News[] = [
  asked,
  { kind: 'call.answered', key: keyOf(saving), call: saving.call, answer: { result: false } },
];
export const refused = (status: number, message: string): readonly News[] => [
  asked,
  { kind: 'call.failed', key: keyOf(saving), call: saving.call, failure: { status, message } },
];
export const onItsWay: readonly News[] = [asked];

const secretQuestion = (target: SshTarget) => ({ call: getMaintenanceDeployment.name, params: { serial, target }, query: {} });
const secretKey = (target: SshTarget) => keyOf(secretQuestion(target));
export const requested = (target: SshTarget): Wish => ({ kind: 'ask.given', question: secretQuestion(target), body: undefined });
const heard = (target: SshTarget, kind: 'call.asked' | 'call.confirmed'): News => ({
  kind,
  key: secretKey(target),
  call: getMaintenanceDeployment.name,
});
export const secretRefused = (target: SshTarget, status: number, message: string): readonly News[] => [
  heard(target, 'call.asked'),
  { kind: 'call.failed', key: secretKey(target), call: getMaintenanceDeployment.name, failure: { status, message } },
];

/** The screen of two devices, what it wished, and the door that secrets come through. */
export function maintenance({ isPast = false } = {}) {
  const wishes: Wish[] = [];
  const door = createSecretDoor();
  const view = (
    <WishContext value={isPast ? null : (wish) => void wishes.push(wish)}>
      <SecretContext value={isPast ? null : door}>
        <MaintenanceScreen />
      </SecretContext>
    </WishContext>
  );
  const shown = showing(view, {
    address: '/device/maintenance',
    news: [
      [1, devicesKnown(alba, boris)],
      [1, stages],
    ],
  });
  let second = 1;
  const learn = (...said: readonly News[]) => {
    second += 1;
    shown.learn(...said.map((news) => [second, news] as const));
  };
  /** The answer of a secret call: to the view alone, as the streams hand it over. */
  const tell = (target: SshTarget, answer: unknown) => {
    act(() => door.onSecret(secretKey(target), answer));
    learn(heard(target, 'call.asked'), heard(target, 'call.confirmed'));
  };
  const at = (seconds: number) => {
    second = seconds;
    shown.learn([seconds, { kind: 'clock.ticked' }]);
  };
  const given = () => wishes.flatMap((wish) => (wish.kind === 'ask.given' ? [{ call: wish.question.call, body: wish.body }] : []));
  const alerts = () => wishes.flatMap((wish) => (wish.kind === 'alert.raised' ? [`${wish.tone}: ${wish.text}`] : []));
  return { ...shown, wishes, learn, tell, at, given, alerts, user: userEvent.setup() };
}

export const setting = (label: 'Name' | 'Life Cycle Stage') => within(screen.getByRole('group', { name: label }));
export const target = (name: SshTarget) => within(screen.getByRole('group', { name: `SSH credentials of ${name}` }));

/** What the questions about saving and about the list of devices look like among those given. */
export const saves = (body: object) => ({ call: postUpdateDevice.name, body });
export const refreshes = { call: getAllDevices.name, body: undefined };
