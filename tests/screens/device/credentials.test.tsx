import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { SshTarget } from '#contract/devices/maintenance';
import { maintenance, requested, secretRefused, target } from './aMaintenance.tsx';

const pi = { username: 'mila', password: 'only-for-me' };
const masks = (name: SshTarget) => target(name).queryAllByText('***').length;
const press = (name: SshTarget, label: string) => target(name).getByRole('button', { name: label });

it.each([
  ['DEV-144', 'pi'],
  ['DEV-145', 'nuc'],
  ['DEV-146', 'router'],
] as const)(
  '[%s] [DEV-147] [DEV-148] [CONST-068] %s is masked until it is requested, then it alone shows username and password',
  async (_id, name) => {
    const { user, intents, tell } = maintenance();
    const others = (['pi', 'nuc', 'router'] as const).filter((one) => one !== name);
    expect([name, ...others].map(masks)).toEqual([2, 2, 2]);
    await user.click(press(name, 'Request'));
    expect(intents.at(-1)).toEqual(requested(name));
    expect(masks(name)).toBe(2);
    tell(name, pi);
    expect([target(name).getByText('mila'), target(name).getByText('only-for-me')]).toHaveLength(2);
    expect([name, ...others].map(masks)).toEqual([0, 2, 2]);
    expect(target(name).getByRole('button', { name: `Copy username of ${name}` })).toBeTruthy();
    await user.click(target(name).getByRole('button', { name: `Copy password of ${name}` }));
    expect(await navigator.clipboard.readText()).toBe('only-for-me');
  },
);

it('[DEV-149] [MSG-058] the note says that every request is logged', () => {
  maintenance();
  expect(screen.getByRole('region', { name: 'SSH Credentials' }).textContent).toContain('Every request is logged');
});

it('[DEV-147] a shown secret counts down and is masked again after 60 s', async () => {
  const { user, tell, at } = maintenance();
  at(10);
  await user.click(press('pi', 'Request'));
  tell('pi', pi);
  expect(target('pi').getByRole('timer').textContent).toBe('Hidden in 60 s');
  at(52);
  expect(target('pi').getByRole('timer').textContent).toBe('Hidden in 18 s');
  at(69);
  expect(target('pi').getByText('only-for-me')).toBeTruthy();
  at(70);
  expect(masks('pi')).toBe(2);
  expect(document.body.textContent).not.toContain('only-for-me');
  expect(press('pi', 'Request')).toBeTruthy();
});

it('[DEV-147] it is hidden by a button, and by choosing another device', async () => {
  const { user, tell } = maintenance();
  await user.click(press('pi', 'Request'));
  tell('pi', pi);
  await user.click(press('pi', 'Hide'));
  expect(masks('pi')).toBe(2);
  await user.click(press('pi', 'Request'));
  tell('pi', pi);
  expect(masks('pi')).toBe(0);
  await user.click(screen.getByRole('combobox', { name: 'Device: Alba' }));
  await user.click(await screen.findByRole('option', { name: /Boris/ }));
  expect(masks('pi')).toBe(2);
  await user.click(screen.getByRole('combobox', { name: 'Device: Boris' }));
  await user.click(await screen.findByRole('option', { name: /Alba/ }));
  expect([masks('pi'), document.body.textContent.includes('only-for-me')]).toEqual([2, false]);
});

const requests = (intents: readonly { readonly kind: string }[]) => intents.filter(({ kind }) => kind === 'query.requested').length;

it('[SECRET2] a press on Hide at whose end the secret is gone does not request it again', async () => {
  const { user, intents, tell, at } = maintenance();
  at(10);
  await user.click(press('pi', 'Request'));
  tell('pi', pi);
  await user.pointer({ keys: '[MouseLeft>]', target: press('pi', 'Hide') });
  at(70);
  await user.pointer({ keys: '[/MouseLeft]', target: press('pi', 'Request') });
  expect([masks('pi'), requests(intents)]).toEqual([2, 1]);
  await user.click(press('pi', 'Request'));
  expect(requests(intents)).toBe(2);
});

it('[SECRET2] the second click of a double-click neither hides what the first requested, nor requests what it hid', async () => {
  const { user, intents, tell } = maintenance();
  await user.click(press('pi', 'Request'));
  tell('pi', pi);
  fireEvent.click(press('pi', 'Hide'), { detail: 2 });
  expect(masks('pi')).toBe(0);
  fireEvent.click(press('pi', 'Hide'), { detail: 1 });
  fireEvent.click(press('pi', 'Request'), { detail: 2 });
  expect([masks('pi'), requests(intents)]).toEqual([2, 1]);
});

it.each([
  ['released elsewhere', (hide: HTMLElement) => fireEvent.pointerDown(hide)],
  ['of another key', (hide: HTMLElement) => fireEvent.keyDown(hide, { key: 'Tab' })],
  ['that the focus left', (hide: HTMLElement) => (fireEvent.keyDown(hide, { key: ' ' }), fireEvent.blur(hide))],
])('[SECRET2] a press %s does not count for the next one', async (_, begin) => {
  const { user, intents, tell, at } = maintenance();
  at(10);
  await user.click(press('pi', 'Request'));
  tell('pi', pi);
  begin(press('pi', 'Hide'));
  at(70);
  // A click of assistive technology has no pointer and no key.
  fireEvent.click(press('pi', 'Request'), { detail: 0 });
  expect(requests(intents)).toBe(2);
});

it('[DEV-147] a secret that arrives after the person left is shown to nobody', async () => {
  const { user, tell } = maintenance();
  await user.click(press('pi', 'Request'));
  await user.click(screen.getByRole('combobox', { name: 'Device: Alba' }));
  await user.click(await screen.findByRole('option', { name: /Boris/ }));
  tell('pi', pi);
  expect(document.body.textContent).not.toContain('only-for-me');
});

it.each([
  [404, 'NotFound: no credentials are stored for this target', ['warning: no credentials are stored for this target']],
  [503, 'Unavailable: the database does not answer', ['warning: Unavailable: the database does not answer']],
  [500, '', ['warning: Something went wrong']],
  [0, '', []],
])(
  '[SECRET1] [RULE-107] [DEV-147] a request that fails with %i raises a message and stays masked, with 404 there is none',
  async (status, message, messages) => {
    const { user, learn, alerts } = maintenance();
    await user.click(press('nuc', 'Request'));
    learn(...secretRefused('nuc', status, message));
    const isNone = status === 404;
    expect([alerts(), masks('nuc'), target('nuc').queryAllByText('None').length]).toEqual([messages, isNone ? 0 : 2, isNone ? 2 : 0]);
    expect(press('nuc', 'Request').matches(':disabled')).toBe(false);
  },
);

it('[DEV-147] in the past nothing can be requested', () => {
  maintenance({ isPast: true });
  for (const name of ['pi', 'nuc', 'router'] as const) expect(press(name, 'Request').matches(':disabled')).toBe(true);
});
