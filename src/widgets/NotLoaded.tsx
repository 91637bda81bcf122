import type { Answered } from '#hooks/useAnswer';
import { EmptyState } from '#ui/EmptyState';

/** Renders a page without its subject, because the list that contains the subject is not loaded, or not known at the shown moment. */
export function NotLoaded({ failure, isUnknown }: Pick<Answered<unknown>, 'failure' | 'isUnknown'>) {
  return <EmptyState text={isUnknown ? 'Not known at that time' : failure === undefined ? 'Loading' : 'Loading failed, retrying'} />;
}
