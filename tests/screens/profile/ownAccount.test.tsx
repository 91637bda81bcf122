import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ServerFeature } from '#contract/config';
import { postChangePassword, postConfirmMoveMfa, postMoveMfa } from '#contract/identity';
import { AccountScreen } from '#screens/profile/account/AccountScreen';
import { createSecretChannel, SECRET_SHOWN_MS, SecretContext } from '#hooks/secretChannel';
import { keyOf } from '#streams/event';
import { actOf, managing, signedIn } from '../management/aManagement.tsx';
import { dialog, press } from '../onScreen.ts';

interface Options {
  readonly features?: readonly ServerFeature[];
  readonly isPast?: boolean;
}

function open(options: Options = {}) {
  const door = createSecretChannel();
  const view = (
    <SecretContext value={door}>
      <AccountScreen />
    </SecretContext>
  );
  const shown = managing(view, { address: '/profile/account', events: [signedIn('organisation_user')], ...options });
  /** The answer of a secret call: to the view alone, the log holds only that it came. */
  const tell = (call: { readonly name: string }, answer: unknown) => {
    const key = keyOf({ call: call.name, params: {}, query: {} });
    act(() => door.onSecret(key, answer));
    shown.learn({ kind: 'request.started', key, call: call.name }, { kind: 'request.unchanged', key, call: call.name });
  };
  return { ...shown, tell };
}
const box = (label: string) => dialog().getByLabelText(label, { exact: true });

async function typedPassword() {
  const shown = open();
  await shown.user.click(screen.getByRole('button', { name: 'Change password' }));
  await shown.user.type(box('Present password'), 'the one of now');
  await shown.user.type(box('New password'), 'four words of a garden');
  await shown.user.type(box('New password again'), 'four words of a garden');
  return shown;
}

it('[PEOPLE9] the own password is changed: the present one, the new one twice, all of them hidden', async () => {
  const shown = await typedPassword();
  const labels = ['Present password', 'New password', 'New password again'];
  expect(labels.map((label) => box(label).getAttribute('type'))).toEqual(['password', 'password', 'password']);
  await shown.user.click(press('Change password'));
  const body = { password: 'the one of now', new_password: 'four words of a garden' };
  expect(shown.acts()).toEqual([{ call: postChangePassword.name, params: {}, body }]);
  shown.tell(postChangePassword, { ok: true });
  expect([screen.queryByRole('dialog'), shown.alerts()]).toEqual([null, ['success: Your password is changed']]);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change password' }));
});

it.each([
  ['password', 'The password of now is wrong.', 'Present password'],
  ['new_password', 'The password cannot be a common one.', 'New password'],
])('[PEOPLE9] the server’s refusal of %s is shown at its field, until that is changed; the input stays', async (at, error, label) => {
  const shown = await typedPassword();
  await shown.user.click(press('Change password'));
  shown.tell(postChangePassword, { ok: false, error, field: at });
  expect(box(label)).toHaveAccessibleDescription(error);
  expect(box('New password again')).toHaveValue('four words of a garden');
  await shown.user.type(box(label), 'x');
  expect(screen.queryByText(error)).toBeNull();
});

it('[PEOPLE9] [ANY12] a refusal of no field, a failure, and a missing or unreadable answer stand above the form', async () => {
  const shown = await typedPassword();
  await shown.user.click(press('Change password'));
  shown.tell(postChangePassword, { ok: false, error: 'Too many attempts. Try again in 15 minutes.' });
  expect(dialog().getByText('Too many attempts. Try again in 15 minutes.')).toBeVisible();
  await shown.user.click(press('Change password'));
  shown.learn(...actOf(postChangePassword, {}).refused(503, 'Unavailable: busy'));
  expect(dialog().getByText('Unavailable: busy')).toBeVisible();
  await shown.user.click(press('Change password'));
  shown.learn(...actOf(postChangePassword, {}).refused(0, ''));
  expect(dialog().getByText('No answer came. Your password may be changed all the same.')).toBeVisible();
  await shown.user.click(press('Change password'));
  shown.learn(...actOf(postChangePassword, {}).refused(200, ''));
  expect(dialog().getByText('The answer could not be read. Your password may be changed all the same.')).toBeVisible();
});

it.each([
  ['New password', 'too short', 'The password needs at least 12 characters.'],
  ['New password', 'anna@example.org', 'The password cannot be your email address.'],
  ['New password again', 'four other words', 'The two passwords differ.'],
])('[PEOPLE9] %s %j is not sent', async (label, text, problem) => {
  const shown = await typedPassword();
  await shown.user.clear(box(label));
  await shown.user.type(box(label), text);
  expect(screen.getAllByText(problem).length).toBeGreaterThan(0);
  expect(press('Change password')).toBeDisabled();
});

const KEY = { qr_code: 'aW1hZ2U=', otpauth: 'otpauth://totp/x?secret=ABCDEFGH' };

async function movedPhone() {
  const shown = open();
  await shown.user.click(screen.getByRole('button', { name: 'Move to a new phone' }));
  shown.tell(postMoveMfa, KEY);
  await shown.user.type(box('Code of the new phone'), '654 321');
  await shown.user.type(box('Name of the new phone'), ' Pixel ');
  await shown.user.type(box('Code of the old phone'), '123456');
  return shown;
}
const image = () => dialog().queryByRole('img', { name: 'QR code of the second factor' });

it('[PEOPLE10] the second factor moves with a code of each phone; a wrong one loses nothing', async () => {
  const shown = await movedPhone();
  expect(dialog().getByText('ABCD EFGH')).toBeVisible();
  await shown.user.click(press('Move'));
  const body = { current_code: '123456', device_name: 'Pixel', code: '654321' };
  expect(shown.acts()).toEqual([
    { call: postMoveMfa.name, params: {}, body: {} },
    { call: postConfirmMoveMfa.name, params: {}, body },
  ]);
  const error = 'The code of the phone of now is wrong, or used. Type the next one.';
  shown.tell(postConfirmMoveMfa, { ok: false, error, field: 'current_code' });
  expect(box('Code of the old phone')).toHaveAccessibleDescription(error);
  expect([box('Code of the new phone'), box('Name of the new phone'), image()]).toMatchObject([
    { value: '654 321' },
    { value: ' Pixel ' },
    {},
  ]);
  await shown.user.click(press('Move'));
  shown.tell(postConfirmMoveMfa, { ok: true });
  expect([screen.queryByRole('dialog'), shown.alerts()]).toEqual([null, ['success: Your second factor is on the new phone']]);
});

it('[PEOPLE10] the key is dropped after a minute and shown again on request; what was typed stays', async () => {
  const shown = await movedPhone();
  shown.tickAt(10 + SECRET_SHOWN_MS / 1000);
  expect(image()).toBeNull();
  await shown.user.click(press('Show the image again'));
  shown.tell(postMoveMfa, KEY);
  expect(image()).not.toBeNull();
  expect(box('Code of the old phone')).toHaveValue('123456');
});

it.each([
  [409, 'Conflict: The account has no second factor.', 'The account has no second factor.'],
  [0, '', 'No answer came. The move may have begun all the same.'],
  [200, '', 'The answer could not be read. The move may have begun all the same.'],
])('[PEOPLE10] [ANY12] why no move can begin (%i) is shown in its place', async (status, message, text) => {
  const shown = open();
  await shown.user.click(screen.getByRole('button', { name: 'Move to a new phone' }));
  shown.learn(...actOf(postMoveMfa, {}).refused(status, message));
  expect(dialog().getByText(text)).toBeVisible();
  expect(press('Move')).toBeDisabled();
});

it('[FEAT1] the server does not announce it: neither password nor second factor is offered', () => {
  open({ features: [] });
  expect(screen.queryByRole('button', { name: /password|phone/ })).toBeNull();
});

it('[PEOPLE9] in the past neither password nor second factor can be changed', () => {
  open({ isPast: true });
  for (const button of screen.getAllByRole('button', { name: /password|phone/ })) expect(button).toBeDisabled();
});
