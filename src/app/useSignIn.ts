import { useRef, useState } from 'react';
import { postLoginMethod } from '#contract/identity';
import { alertText } from '#domain/alertText';
import { useRemember } from '#ui/remember';
import type { LoginPhase } from '#screens/login/LoginForm';
import { useConsole } from './ConsoleContext.ts';

const LAST_EMAIL = 'last-email';
const NOT_ALLOWED = 403;

/** The steps of signing in: the address is checked, then the popup opens; whatever happens, the button works again. Source: SIGN-010..020. */
export function useSignIn(hint: string | null) {
  const { config, session, ask } = useConsole();
  const remember = useRemember();
  const [email, setEmail] = useState((hint ?? remember.get(LAST_EMAIL) ?? '').toLowerCase());
  const [phase, setPhase] = useState<LoginPhase>('idle');
  const [problem, setProblem] = useState<string | null>(null);
  const giveUp = useRef<AbortController>(null);

  const stop = (text: string | null) => {
    setPhase('idle');
    setProblem(text);
  };

  const openPopup = async () => {
    giveUp.current = new AbortController();
    setPhase('popup');
    const end = await session.signIn(email, giveUp.current.signal);
    if (end.kind === 'blocked') setPhase('blocked');
    else stop(end.kind === 'failed' ? end.text : null);
  };

  const logIn = async () => {
    setPhase('checking');
    setProblem(null);
    const attempt = await ask({ call: postLoginMethod.name, params: {}, query: {} }, { email });
    if (attempt.ok) {
      remember.set(LAST_EMAIL, email);
      return openPopup();
    }
    if (attempt.failure.status === NOT_ALLOWED) {
      setEmail('');
      return stop(`This application is only available to ${config.company} employees`);
    }
    // Without a response nothing is said: the button simply works again (GAP-54).
    return stop(alertText(attempt.failure));
  };

  return {
    email,
    phase,
    problem,
    onEmail: setEmail,
    onLogIn: () => void logIn(),
    onOpenPopup: () => void openPopup(),
    onCancel: () => {
      giveUp.current?.abort();
      stop(null);
    },
  };
}
