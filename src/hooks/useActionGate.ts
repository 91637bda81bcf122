import { useIsPast } from './IntentContext.ts';
import { useCallProblem } from './useCallProblem.ts';

/** The props of a disabled button, with the reason. */
export interface ActionGate {
  readonly disabled: boolean;
  /** The reason why the user may not make the call; undefined if the user may, and in the past, which the banner explains. */
  readonly title: string | undefined;
}

/**
 * Returns the props of a button for a call, including the submit button of a form: disabled in the past, and for users who may not make the call. Source:
 * RIGHT2.
 */
export function useActionGate(call: { readonly name: string }): ActionGate {
  const problem = useCallProblem(call);
  const isPast = useIsPast();
  return { disabled: isPast || problem !== null, title: problem ?? undefined };
}
