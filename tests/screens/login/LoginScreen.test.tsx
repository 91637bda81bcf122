import { ChakraProvider } from '@chakra-ui/react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { LoginScreen } from '#screens/login/LoginScreen';
import type { DemoSignIn } from '#screens/login/DemoAccounts';
import type { LoginPhase } from '#screens/login/LoginForm';
import { theme } from '#ui/theme';

interface Way {
  readonly email?: string;
  readonly phase?: LoginPhase;
  readonly problem?: string | null;
  readonly demoAccounts?: readonly DemoSignIn[];
}

/** The page with an owner that keeps the address, and what people asked of it. */
function aVisit({ email = '', phase = 'idle', problem = null, demoAccounts }: Way = {}) {
  const query: string[] = [];
  function Owner() {
    const [typed, setTyped] = useState(email);
    return (
      <LoginScreen
        company="Serra Robotics"
        product="Orangery"
        version="1.4.0"
        year={2025}
        links={{ liveDataGraphs: 'https://graphs.example/', deviceTextLogs: 'https://logs.example/' }}
        email={typed}
        onEmail={setTyped}
        phase={phase}
        problem={problem}
        demoAccounts={demoAccounts}
        onLogIn={(address) => query.push(`log in ${address}`)}
        onOpenPopup={() => query.push('open popup')}
        onCancel={() => query.push('cancel')}
      />
    );
  }
  render(
    <ChakraProvider value={theme}>
      <Owner />
    </ChakraProvider>,
  );
  return query;
}
const field = () => screen.getByRole('textbox', { name: 'Email' });
const button = () => screen.getByRole('button', { name: 'Log in' });

describe('LoginScreen', () => {
  it('[SIGN-002] [SIGN-005] welcomes people and says what the system is for', () => {
    aVisit();
    expect(screen.getByRole('heading', { name: 'Welcome to Orangery' })).toBeVisible();
    expect(screen.getByText('This system is for monitoring and controlling the fleet of Serra Robotics.')).toBeVisible();
    expect(screen.getByText('Cloud software 1.4.0, © 2025 Serra Robotics')).toBeVisible();
  });

  it('[SIGN-006] [CONST-002] the welcome card fades in, 700 ms long', () => {
    aVisit();
    const [name] = screen.getByTestId('welcome').classList;
    const rules = [...document.querySelectorAll('style')]
      .map(({ textContent }) => textContent)
      .filter((rule) => rule.includes(`.${name}{`));
    expect(rules.join()).toContain('animation:fade 700ms');
    expect(rules.join()).toMatch(/prefers-reduced-motion: ?reduce\)\{[^}]*;animation:none/);
  });

  it.each([
    ['[SIGN-003]', 'Live data graphs', 'https://graphs.example/'],
    ['[SIGN-004]', 'Device text logs', 'https://logs.example/'],
  ])('%s links to %s, which learns nothing of this page', (_, name, address) => {
    aVisit();
    const link = screen.getByRole('link', { name });
    expect(link).toHaveAttribute('href', address);
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  });

  it('[SIGN-007] [SIGN-012] [EMAIL1] the address is lower-cased as typed, and the caret keeps its place', async () => {
    aVisit();
    await userEvent.type(field(), 'An.Verhoeven@Serra.EXAMPLE');
    expect(field()).toHaveValue('an.verhoeven@serra.example');
    await userEvent.type(field(), 'XY', { initialSelectionStart: 2, initialSelectionEnd: 2 });
    expect(field()).toHaveValue('anxy.verhoeven@serra.example');
    expect((field() as HTMLInputElement).selectionStart).toBe(4);
  });

  it('[SIGN-008] [MSG-002] the button logs in', async () => {
    const query = aVisit({ email: 'an@serra.example' });
    await userEvent.click(button());
    expect(query).toEqual(['log in an@serra.example']);
  });

  it('[OFFER1] the accounts of the demo stand by role, and a click fills in the address', async () => {
    aVisit({ demoAccounts: [{ email: 'an@serra.example', role: 'system_admin' }] });
    await userEvent.click(screen.getByRole('button', { name: /System Admin/ }));
    expect(field()).toHaveValue('an@serra.example');
    expect(screen.getByRole('button', { name: 'Log in' })).toHaveFocus();
  });

  it('[OFFER1] nothing is offered where the server names no accounts', () => {
    aVisit();
    expect(screen.queryByRole('region', { name: 'Demo accounts' })).toBeNull();
  });

  it('[TYPED1] a pasted name is left out', async () => {
    const query = aVisit();
    await userEvent.click(field());
    await userEvent.paste('An Verhoeven <An@serra.example>');
    expect(field()).toHaveValue('an verhoeven <an@serra.example>');
    await userEvent.click(button());
    expect(query).toEqual(['log in an@serra.example']);
  });

  it('[TYPED1] an empty address says so, and typing takes the message away', async () => {
    const query = aVisit();
    await userEvent.click(button());
    expect(field()).toHaveAccessibleDescription('Enter your email address.');
    expect(field()).toHaveFocus();
    await userEvent.keyboard('an');
    expect(field()).toHaveValue('an');
    expect(field()).not.toHaveAccessibleDescription();
    expect(query).toEqual([]);
  });

  it('[SIGN-009] Enter in the field logs in exactly like the button', async () => {
    const query = aVisit();
    await userEvent.type(field(), 'An@serra.example{Enter}');
    expect(query).toEqual(['log in an@serra.example']);
  });

  it('asks nothing without an address', async () => {
    const query = aVisit();
    await userEvent.type(field(), '{Enter}');
    expect(query).toEqual([]);
  });

  it.each(['checking', 'popup'] as const)('[SIGN-019] [SIGN-020] [MSG-001] while %s the button is disabled and says why', async (phase) => {
    const query = aVisit({ email: 'an@serra.example', phase });
    expect(button()).toBeDisabled();
    expect(screen.getByRole('status')).toHaveTextContent('Signing you in in popup window...');
    await userEvent.type(field(), '{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(query).toEqual(['cancel']);
  });

  it('a blocked popup is opened by a click of its own', async () => {
    const query = aVisit({ email: 'an@serra.example', phase: 'blocked' });
    await userEvent.click(screen.getByRole('button', { name: 'Open the sign-in window' }));
    expect(query).toEqual(['open popup']);
    expect(button()).toBeEnabled();
  });

  it('[SIGN-017] [MSG-003] says why somebody may not come in, at the field', () => {
    aVisit({ problem: 'This application is only available to Serra Robotics employees' });
    expect(field()).toHaveAccessibleDescription('This application is only available to Serra Robotics employees');
    expect(field()).toBeInvalid();
  });
});
