import { chakra } from '@chakra-ui/react';
import { type RefObject, useState } from 'react';
import { typedAddress } from '#domain/people/typedAddress';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { EmailField } from '#ui/EmailField';
import { SigningIn } from './SigningIn.tsx';

/** The phase of a sign-in: idle, the e-mail address is being checked, the popup is open, or the browser blocked the popup. */
export type LoginPhase = 'idle' | 'checking' | 'popup' | 'blocked';

export interface LoginFormProps {
  /** The value is controlled: the parent prefills, remembers and clears it. */
  readonly email: string;
  /** Called with the input in lower case, otherwise unchanged, and with the address once it is sent. Source: TYPED1, EMAIL1. */
  readonly onEmail: (email: string) => void;
  readonly phase: LoginPhase;
  readonly problem: string | null;
  readonly onLogIn: (email: string) => void;
  /** Opens the popup directly from a click, which browsers do not block. */
  readonly onOpenPopup: () => void;
  readonly onCancel: () => void;
  /** Takes the focus once an account is chosen. */
  readonly logInButton?: RefObject<HTMLButtonElement | null> | undefined;
}

const Form = chakra('form', { base: { display: 'flex', flexDirection: 'column', gap: '4' } });
const Hint = chakra('p', { base: { textStyle: 'meta', color: 'fg.subtle', mt: '-1' } });

/** Renders the e-mail field, the button and the `LoginPhase` of the sign-in: idle, checking, popup, blocked. */
export function LoginForm({ email, onEmail, phase, problem, onLogIn, onOpenPopup, onCancel, logInButton }: LoginFormProps) {
  const [isMissing, setIsMissing] = useState(false);
  const [missing, setMissing] = useState(0);
  const isBusy = phase === 'checking' || phase === 'popup';
  const logIn = () => {
    if (isBusy) return;
    const address = typedAddress(email);
    if (address === '') {
      setIsMissing(true);
      setMissing(missing + 1);
      return;
    }
    onEmail(address);
    onLogIn(address);
  };
  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        logIn();
      }}
    >
      {/* A new problem remounts the field, so that it takes the focus: screen readers then announce the problem, and the user can retype at once. */}
      <EmailField
        key={`${String(missing)} ${problem ?? ''}`}
        label="Email"
        name="email"
        autoComplete="username"
        size="lg"
        autoFocus
        value={email}
        readOnly={isBusy}
        onValue={(typed) => {
          setIsMissing(false);
          onEmail(typed);
        }}
        problem={isMissing ? 'Enter your email address.' : (problem ?? undefined)}
      />
      <Button ref={logInButton} type="submit" variant="solid" size="lg" wide disabled={isBusy}>
        Log in
      </Button>
      {isBusy ? <SigningIn onCancel={onCancel} /> : null}
      {phase === 'blocked' && <BlockedPopup onOpen={onOpenPopup} />}
      {phase === 'idle' ? <Hint>Sign-in opens in a popup window. A second factor is required.</Hint> : null}
    </Form>
  );
}

function BlockedPopup({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <>
      <Banner tone="warning">The browser blocked the popup window.</Banner>
      <Button variant="outline" size="lg" wide onClick={onOpen}>
        Open the sign-in window
      </Button>
    </>
  );
}
