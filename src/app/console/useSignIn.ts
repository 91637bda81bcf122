import { useObservable, useSubscription } from 'observable-hooks';
import { useRef, useState } from 'react';
import { filter, switchMap, timer } from 'rxjs';
import { postLoginMethod } from '#contract/identity';
import { liveClock } from '#edge/clock';
import { typedAddress } from '#domain/people/typedAddress';
import { useBrowserStorage } from '#ui/browserStorage';
import type { LoginPhase } from '#screens/login/LoginForm';
import { useConsole } from './ConsoleContext.ts';

const LAST_EMAIL = 'last-email';
/** Delay of the early address check after typing, in ms. With an early check, the popup can open within the click; WebKit blocks a later one. */
const PAUSE_MS = 500;
/** Matches e-mail addresses that look complete enough to be checked. */
const WHOLE = /^\S+@\S+\.\S+$/;

type Check = { readonly isAllowed: true; readonly mfaEnabled: boolean } | { readonly isAllowed: false; readonly hasAnswer: boolean };

/** Returns a function that checks whether an address may sign in; its request is not recorded in the event log. Source: SIGN-013. */
function useCheck(): (email: string) => Promise<Check> {
  const { requestOnce } = useConsole();
  return async (email) => {
    const attempt = await requestOnce({ call: postLoginMethod.name, params: {}, query: {} }, { email });
    if (!attempt.ok) return { isAllowed: false, hasAnswer: attempt.failure.status !== 0 };
    const answer = postLoginMethod.answer.safeParse(attempt.answer);
    return { isAllowed: true, mfaEnabled: answer.data?.mfa_enabled !== false };
  };
}

/** Checks an address early: once at the start, then when typing pauses. `isBusy` returns whether a sign-in is already running. */
function useCheckAhead(email: string, isBusy: () => boolean, check: (email: string) => Promise<unknown>): void {
  const ahead$ = useObservable(
    (inputs$) =>
      inputs$.pipe(
        switchMap(([address], index) =>
          timer(index === 0 ? 0 : PAUSE_MS, liveClock).pipe(
            filter(() => WHOLE.test(address) && !isBusy()),
            switchMap(() => check(address)),
          ),
        ),
      ),
    [email] as const,
  );
  useSubscription(ahead$);
}

/** Returns the address in the field with functions to check it, early and on request; `isKnown` returns whether the last check allowed the address. */
function useCheckedAddress(email: string, isBusy: () => boolean) {
  const requestOnce = useCheck();
  const allowed = useRef('');
  const check = async (address: string): Promise<Check> => {
    const found = await requestOnce(address);
    if (found.isAllowed || allowed.current === address) allowed.current = found.isAllowed ? address : '';
    return found;
  };
  useCheckAhead(email, isBusy, check);
  return { check, isKnown: () => allowed.current === email };
}

/** Returns the e-mail address in the field: from the link, otherwise the last one used in this browser; `remember` stores an address. */
function useAddress(hint: string | null) {
  const browser = useBrowserStorage();
  const [typed, setTyped] = useState((hint ?? browser.get(LAST_EMAIL) ?? '').toLowerCase());
  const email = typedAddress(typed);
  return { typed, email, setTyped, remember: (address: string) => browser.set(LAST_EMAIL, address) };
}

/** One sign-in attempt, from the press of the button to its end or to Cancel. Responses after the start of another attempt are ignored. */
interface SignInAttempt {
  readonly email: string;
  readonly giveUp: AbortController;
  readonly mfaEnabled: Promise<boolean>;
}

const attemptOf = (email: string, checking: Promise<Check>): SignInAttempt => ({
  email,
  giveUp: new AbortController(),
  mfaEnabled: checking.then((found) => found.isAllowed && found.mfaEnabled),
});

/**
 * Returns the state and handlers of the sign-in: checks the address, then opens the popup; the button is always enabled again afterwards. If the address was
 * checked early, the popup opens within the click while the check is repeated; a rejection closes the popup. Source: SIGN-010..020, SIGN-034.
 */
export function useSignIn(hint: string | null) {
  const { config, session } = useConsole();
  const { typed, email, setTyped, remember } = useAddress(hint);
  const [phase, setPhase] = useState<LoginPhase>('idle');
  const [problem, setProblem] = useState<string | null>(null);
  const current = useRef<SignInAttempt>(null);
  const { check, isKnown } = useCheckedAddress(email, () => current.current !== null);

  const stop = (text: string | null) => {
    current.current = null;
    setPhase('idle');
    setProblem(text);
  };

  const openPopup = async (attempt: SignInAttempt) => {
    setPhase('popup');
    const end = await session.signIn(attempt.email, { signal: attempt.giveUp.signal, mfaEnabled: attempt.mfaEnabled });
    if (current.current !== attempt) return;
    if (end.kind === 'blocked') setPhase('blocked');
    else stop(end.kind === 'failed' ? end.text : null);
  };

  const logIn = async () => {
    const known = isKnown();
    const checking = check(email);
    const attempt = attemptOf(email, checking);
    // Ends the attempt whose popup was blocked.
    current.current?.giveUp.abort();
    current.current = attempt;
    setPhase('checking');
    setProblem(null);
    if (known) void openPopup(attempt);
    const found = await checking;
    if (current.current !== attempt) return;
    if (!found.isAllowed) {
      attempt.giveUp.abort();
      // Without a response, no message is shown and the button is enabled again (GAP-54).
      if (found.hasAnswer) setTyped('');
      stop(found.hasAnswer ? `This application is only available to ${config.company} employees` : null);
      return;
    }
    remember(attempt.email);
    if (!known) await openPopup(attempt);
  };

  return {
    email: typed,
    phase,
    problem,
    onEmail: setTyped,
    onLogIn: () => void logIn(),
    onOpenPopup: () => {
      if (current.current !== null) void openPopup(current.current);
    },
    onCancel: () => {
      current.current?.giveUp.abort();
      stop(null);
    },
  };
}
