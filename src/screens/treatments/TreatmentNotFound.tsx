import type { Answered } from '#state/useAnswer';
import { Banner } from '#ui/Banner';

type Failed = Pick<Answered<unknown>, 'failure'>;

/** Whether nobody knows the treatment that was asked for. */
export const isNotFound = ({ failure }: Failed): boolean => failure?.status === 404;

/** Says that nobody knows a treatment, where that is why nothing came. */
export function TreatmentNotFound({ asked }: { readonly asked: Failed }) {
  return isNotFound(asked) ? <Banner tone="warning">Treatment not found</Banner> : null;
}
