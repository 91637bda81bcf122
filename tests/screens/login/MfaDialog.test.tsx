import { ChakraProvider } from '@chakra-ui/react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { MfaDialog } from '#screens/login/MfaDialog';
import type { MfaStep } from '#screens/login/mfaStep';
import { theme } from '#ui/theme';

const open: MfaStep = { kind: 'open', qrCode: 'aW1hZ2U=' };
const ADDRESS = 'otpauth://totp/Orangery:an?issuer=Orangery&secret=JBSWY3DPEHPK3PXP&period=30';

/** The dialog with an owner that starts anew on Retry, and what was asked of it. */
async function anEnrolment(first: MfaStep = open) {
  const query: string[] = [];
  function Owner() {
    const [step, setStep] = useState(first);
    return (
      <MfaDialog
        open
        product="Orangery"
        step={step}
        onConfirm={(deviceName, code) => {
          query.push(`confirm ${deviceName} ${code}`);
          setStep({ kind: 'failed', error: 'Code mismatch' });
        }}
        onRetry={() => {
          query.push('retry');
          setStep({ kind: 'open', qrCode: 'bmV3', isReplaced: true });
        }}
        onLeave={() => query.push('leave')}
        onDone={() => query.push('done')}
      />
    );
  }
  render(
    <ChakraProvider value={theme}>
      <Owner />
    </ChakraProvider>,
  );
  await screen.findByRole('alertdialog', { name: 'MFA is required' });
  return query;
}
const device = () => screen.getByRole('textbox', { name: 'Device name' });
const code = () => screen.getByRole('textbox', { name: 'TOTP code' });
const confirm = () => screen.getByRole('button', { name: 'Confirm' });

describe('MfaDialog', () => {
  it('[SIGN-035] [SIGN-036] [SIGN-037] [SIGN-038] [MSG-004] shows the image and takes a device name and a code', async () => {
    await anEnrolment();
    expect(screen.getByRole('img')).toHaveAttribute('src', 'data:image/png;base64,aW1hZ2U=');
    expect(device()).toHaveValue('');
    expect(code()).toHaveValue('');
  });

  it.each([
    ['', '123456', false],
    ['  ', '123456', false],
    ['phone', '12345', false],
    ['phone', '12345a', false],
    ['phone', '123456', true],
  ])('[GAP-38] with the name "%s" and the code "%s" it can be confirmed: %s', async (name, digits, can) => {
    await anEnrolment();
    if (name !== '') await userEvent.type(device(), name);
    await userEvent.type(code(), digits);
    expect(confirm().hasAttribute('disabled')).toBe(!can);
  });

  it('[SIGN-039] Confirm gives the name and the code', async () => {
    const query = await anEnrolment();
    await userEvent.type(device(), ' phone ');
    await userEvent.type(code(), '123 456');
    await userEvent.click(confirm());
    expect(query).toEqual(['confirm phone 123456']);
  });

  it('[SIGN-040] [SIGN-041] Enter moves on to the code, and Enter there confirms', async () => {
    const query = await anEnrolment();
    await userEvent.type(device(), 'phone{Enter}');
    expect(code()).toHaveFocus();
    expect(query).toEqual([]);
    await userEvent.keyboard('12345{Enter}');
    expect(query).toEqual([]);
    await userEvent.keyboard('6{Enter}');
    expect(query).toEqual(['confirm phone 123456']);
  });

  it('[SIGN-043] [SIGN-044] [SIGN-046] [SIGN-047] [SIGN-048] [MSG-006] [MSG-007] [MSG-008] [ENROL1] a failure says who helps and what to do, and Retry clears both fields', async () => {
    const query = await anEnrolment();
    await userEvent.type(device(), 'phone');
    await userEvent.type(code(), '123456{Enter}');
    expect(screen.getByText('Error during update of the MFA')).toBeVisible();
    expect(screen.getByText('Ask your Orangery administrator for help! Error: Code mismatch')).toBeVisible();
    expect(screen.getByText(/^After Retry, enter the code that your application shows then/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(query).toEqual(['confirm phone 123456', 'retry']);
    expect(device()).toHaveValue('');
    expect(code()).toHaveValue('');
    expect(screen.getByRole('img')).toHaveAttribute('src', 'data:image/png;base64,bmV3');
    expect(screen.getByText(/^The image is a new one: delete the earlier entry/)).toBeVisible();
  });

  it('[ENROL1] where the server gives it, the key stands as text to copy, and a link opens the application of the phone', async () => {
    await anEnrolment({ kind: 'open', qrCode: 'aW1hZ2U=', address: ADDRESS });
    expect(screen.getByRole('link', { name: 'open the authenticator application' })).toHaveAttribute('href', ADDRESS);
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Copy key' })).toBeVisible();
  });

  it.each([undefined, 'https://evil.example/?secret=JBSWY3DPEHPK3PXP', 'javascript:alert(1)', 'otpauth://totp/x'])(
    '[ENROL1] the address %s gives no link and no key',
    async (address) => {
      await anEnrolment({ kind: 'open', qrCode: 'aW1hZ2U=', address });
      expect(screen.queryByRole('link')).toBeNull();
      expect(screen.queryByRole('button', { name: 'Copy key' })).toBeNull();
    },
  );

  it('[TYPED1] the input stays unchanged, with the caret in its place, and is sent as six digits', async () => {
    const query = await anEnrolment();
    await userEvent.type(device(), 'phone');
    await userEvent.type(code(), '246153');
    await userEvent.type(code(), ' ', { initialSelectionStart: 3, initialSelectionEnd: 3 });
    expect(code()).toHaveValue('246 153');
    expect((code() as HTMLInputElement).selectionStart).toBe(4);
    await userEvent.click(confirm());
    expect(query).toEqual(['confirm phone 246153']);
  });

  it('[ANY14] a second factor that may be set up says so, with both ways on', async () => {
    const query = await anEnrolment({ kind: 'unsure' });
    expect(screen.getByText('The second factor may be set up: log out and sign in again, or Retry.')).toBeVisible();
    expect(screen.queryByText(/Error/)).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(query).toEqual(['leave', 'retry']);
  });

  it('[SIGN-042] [MSG-005] a success says so and goes on', async () => {
    const query = await anEnrolment({ kind: 'done' });
    expect(screen.getByText('MFA is enabled')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(query).toEqual(['done']);
  });

  it('[SIGN-049] [GAP-37] neither Escape nor a press outside closes it', async () => {
    const query = await anEnrolment();
    await userEvent.keyboard('{Escape}');
    const box = screen.getByRole('alertdialog', { name: 'MFA is required' });
    const beside = [...document.body.children].filter((each) => !each.contains(box));
    expect(beside.map((each) => each.hasAttribute('inert'))).toEqual([true]);
    await userEvent.click(box.parentElement ?? document.body);
    expect(box).toBeVisible();
    expect(query).toEqual([]);
  });

  it.each([{ kind: 'loading' }, { kind: 'confirming', qrCode: 'aW1hZ2U=' }] as const)('cannot be confirmed while $kind', async (step) => {
    await anEnrolment(step);
    expect(confirm()).toBeDisabled();
  });

  it('[IDP3] where the enrolment failed, another sign-in is offered, with the reason', async () => {
    const query = await anEnrolment({ kind: 'failed', error: 'Forbidden: … OIDC_SECOND_FACTOR, now otp,mfa.' });
    screen.getByText(/OIDC_SECOND_FACTOR, now otp,mfa/);
    await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
    expect(query).toEqual(['leave']);
  });
});
