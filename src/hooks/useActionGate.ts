import { useIsPast } from './IntentContext.ts';
import { useCallProblem } from './useCallProblem.ts';

/** The props of a button that is off, and why. */
export interface ActionGate {
  readonly disabled: boolean;
  /** Why the person may not; undefined for who may, and in the past, of which the banner speaks. */
  readonly title: string | undefined;
}

/** Returns the props of a button that leads to a call, also by a form: it is off in the past, and for whom the call is not allowed. Source: RIGHT2. */
export function useActionGate(call: { readonly name: string }): ActionGate {
  const problem = useCallProblem(call);
  const isPast = useIsPast();
  return { disabled: isPast || problem !== null, title: problem ?? undefined };
}
