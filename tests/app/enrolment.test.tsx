import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { type Console, ConsoleContext } from '#app/console/ConsoleContext';
import { useEnrolment } from '#app/console/useEnrolment';
import { postAssociateCode } from '#contract/identity';
import { idleConsole } from '../support/idleConsole.ts';

afterEach(cleanup);

type Attempt = Awaited<ReturnType<Console['requestOnce']>>;
const done = (answer: unknown): Attempt => ({
  ok: true,
  answer,
  deviceEvents: [],
  text: null,
  unread: 0,
  requestedAt: 0,
  offsetMs: null,
});
const refused = (status: number, message: string): Attempt => ({ ok: false, failure: { status, message }, offsetMs: null });

/** The steps of an enrolment whose set-up and code are answered as given. */
async function enrolled(setup: Attempt, associated: Attempt) {
  const requestOnce: Console['requestOnce'] = async ({ call }) => (call === postAssociateCode.name ? associated : setup);
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ConsoleContext value={{ ...idleConsole, requestOnce }}>{children}</ConsoleContext>
  );
  const { result } = renderHook(() => useEnrolment('an@serrarobotics.example'), { wrapper });
  await act(async () => undefined);
  await act(async () => result.current.onConfirm('phone', '123456'));
  return result.current.step;
}

const qrCode = done({ qr_code: 'aW1hZ2U=' });

it.each([
  ['[RULE-107]', 400, 'Invalid: wrong name', 'wrong name'],
  ['[RULE-108]', 404, 'NotFound: no such account: an', 'no such account: an'],
  ['[RULE-109]', 409, 'Conflict: the device is there', 'the device is there'],
  ['[RULE-110]', 503, 'Busy: come back', 'Busy: come back'],
  ['[RULE-111]', 500, '', 'Something went wrong'],
])('%s [SIGN-044] a refusal %i of the set-up or of the code, "%s", is shown as "%s"', async (_id, status, message, error) => {
  const failure = refused(status, message);
  expect(await enrolled(failure, done({ ok: true }))).toEqual({ kind: 'failed', error });
  expect(await enrolled(qrCode, failure)).toEqual({ kind: 'failed', error });
});

it('[SIGN-045] [SIGN-044] a set-up without an answer is an unknown failure', async () => {
  expect(await enrolled(refused(0, ''), done({ ok: true }))).toEqual({ kind: 'failed', error: 'unknown failure' });
});

it.each([
  ['no answer', refused(0, '')],
  ['an accepted answer that cannot be read', refused(200, '')],
  ['an answer of another form', done({ fine: 1 })],
])('[ANY14] a code with %s may have set up the second factor', async (_, associated) => {
  expect(await enrolled(qrCode, associated)).toEqual({ kind: 'unsure' });
});

it('[SIGN-044] [SIGN-045] an answer that is not ok is shown with its text, or as an unknown failure', async () => {
  expect(await enrolled(qrCode, done({ ok: false, error: 'Code mismatch' }))).toEqual({ kind: 'failed', error: 'Code mismatch' });
  expect(await enrolled(qrCode, done({ ok: false }))).toEqual({ kind: 'failed', error: 'unknown failure' });
});
