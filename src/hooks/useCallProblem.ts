import { callProblem } from '#domain/people/callRights';
import { selectProfile } from '#state/session';
import { useAppSelector } from './useAppSelector.ts';

/** Returns the reason why the signed-in user may not make a call; null if no announced right forbids it. Source: RIGHT2. */
export const useCallProblem = (call: { readonly name: string }): string | null =>
  useAppSelector((s) => callProblem(call.name, selectProfile(s)?.rights));
