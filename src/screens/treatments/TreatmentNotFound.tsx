import { useFailureAlert } from '#state/useFailureAlert';
import type { Answered } from '#state/useAnswer';
import { Nothing } from '#ui/Nothing';

type Failed = Pick<Answered<unknown>, 'failure'>;

/** Whether nobody knows the treatment that was asked for. */
export const isNotFound = ({ failure }: Failed): boolean => failure?.status === 404;

/** Raises the alert of a treatment that did not come, and stands where it would be when nobody knows it. Source: RULE-106..112. */
export function TreatmentNotFound({ asked }: { readonly asked: Failed }) {
  useFailureAlert(asked.failure);
  return isNotFound(asked) ? <Nothing text="Treatment not found" /> : null;
}
