import { useFailureAlert } from '#hooks/useFailureAlert';
import type { Answered } from '#hooks/useAnswer';
import { EmptyState } from '#ui/EmptyState';

type Failed = Pick<Answered<unknown>, 'failure'>;

/** Returns whether the requested treatment does not exist. */
export const isNotFound = ({ failure }: Failed): boolean => failure?.status === 404;

/** Raises the alert of a failed treatment request, and renders an empty state if the treatment does not exist. Source: RULE-106..112. */
export function TreatmentNotFound({ query }: { readonly query: Failed }) {
  useFailureAlert(query.failure);
  return isNotFound(query) ? <EmptyState text="Treatment not found" /> : null;
}
