import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Console, ConsoleContext } from '#app/console/ConsoleContext';
import { SignInPage } from '#app/console/SignInPage';
import { idleConsole } from '../support/idleConsole.ts';
import { aMemory, renderUi } from '../support/renderUi.tsx';

const AN = 'an@serrarobotics.example';
const BEA = 'bea@serrarobotics.example';
const REFUSED = /only available to Serra Robotics employees/;

type Checked = Awaited<ReturnType<Console['requestOnce']>>;
type Ended = Awaited<ReturnType<Console['session']['signIn']>>;
const allowed: Checked = {
  ok: true,
  answer: { mfa_enabled: true },
  deviceEvents: [],
  text: null,
  unread: 0,
  requestedAt: 0,
  offsetMs: null,
};
const refused: Checked = { ok: false, failure: { status: 403, message: 'NotAllowed' }, offsetMs: null };

/** The sign-in page; checks of an address and popups are answered by the test, in any order. */
function aVisit() {
  const checks: { readonly email: unknown; readonly answer: (checked: Checked) => Promise<void> }[] = [];
  const popups: { readonly email: string; readonly signal: AbortSignal | undefined; readonly end: (ended: Ended) => Promise<void> }[] = [];
  const answering = <T,>(resolve: (value: T) => void) => {
    return (value: T) => act(async () => resolve(value));
  };
  const console: Console = {
    ...idleConsole,
    session: {
      ...idleConsole.session,
      signIn: (email, { signal } = {}) => new Promise((resolve) => popups.push({ email, signal, end: answering(resolve) })),
    },
    requestOnce: (_, email) => new Promise((resolve) => checks.push({ email, answer: answering(resolve) })),
  };
  const memory = aMemory();
  const { user } = renderUi(
    <ConsoleContext value={console}>
      <SignInPage hint={null} year={2026} refused={null} />
    </ConsoleContext>,
    memory,
  );
  const field = () => screen.getByRole('textbox', { name: 'Email' });
  const logIn = async (email: string) => {
    await user.clear(field());
    await user.type(field(), `${email}{Enter}`);
  };
  return { user, checks, popups, field, logIn, remembered: () => memory.get('last-email') };
}

/** A visit that gave up the first address while it was checked, and waits in the popup of the second. */
async function inSecondPopup() {
  const visit = aVisit();
  await visit.logIn(AN);
  await visit.user.click(screen.getByRole('button', { name: 'Cancel' }));
  await visit.logIn(BEA);
  expect(visit.checks.map(({ email }) => email)).toEqual([{ email: AN }, { email: BEA }]);
  await visit.checks[1]?.answer(allowed);
  expect(visit.popups.map(({ email }) => email)).toEqual([BEA]);
  return visit;
}

it('[SIGNIN1] a late refusal of an address that was given up leaves the next sign-in as it is', async () => {
  const { checks, popups, field, remembered } = await inSecondPopup();
  await checks[0]?.answer(refused);
  expect(popups[0]?.signal?.aborted).toBe(false);
  expect(screen.queryByText(REFUSED)).toBeNull();
  expect(field()).toHaveValue(BEA);
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible();
  expect(remembered()).toBe(BEA);
});

it('[SIGNIN1] a late permission for an address that was given up opens no popup and is not remembered; Cancel closes the popup that is open', async () => {
  const { user, checks, popups, remembered } = await inSecondPopup();
  await checks[0]?.answer(allowed);
  expect(popups).toHaveLength(1);
  expect(remembered()).toBe(BEA);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(popups[0]?.signal?.aborted).toBe(true);
});

it('[SIGNIN1] the end of a popup that was given up does not end the next sign-in', async () => {
  const { user, checks, popups, logIn } = await inSecondPopup();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await logIn(AN);
  await checks[2]?.answer(allowed);
  await popups[0]?.end({ kind: 'failed', text: 'Signing in failed.' });
  expect(screen.queryByText('Signing in failed.')).toBeNull();
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible();
});

it('[SIGN-014] a blocked popup opens again for the address that was checked', async () => {
  const { user, checks, popups, logIn } = aVisit();
  await logIn(AN);
  await checks[0]?.answer(allowed);
  await popups[0]?.end({ kind: 'blocked' });
  await user.click(screen.getByRole('button', { name: 'Open the sign-in window' }));
  expect(popups.map(({ email }) => email)).toEqual([AN, AN]);
});

it('[SIGN-016] [SIGN-017] [SIGN-018] a refused address is cleared and says why, and the next one is signed in', async () => {
  const { checks, popups, field, logIn } = aVisit();
  await logIn(AN);
  await checks[0]?.answer(refused);
  expect(screen.getByText(REFUSED)).toBeVisible();
  expect(field()).toHaveValue('');
  await logIn(BEA);
  await checks[1]?.answer(allowed);
  expect(popups.map(({ email }) => email)).toEqual([BEA]);
});
