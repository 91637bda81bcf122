import { useState } from 'react';
import type { Answered } from './useAnswer.ts';

/**
 * Returns whether a list without the subject may be older than the subject, e.g. a newly created one. It may if, when this view first looked for the subject,
 * the list was being requested or its newest request had failed, and no response has been received since. Source: MISSING1.
 */
export function useIsAwaited({ at, isPending, failure }: Pick<Answered<unknown>, 'at' | 'isPending' | 'failure'>, subject: string | null) {
  const look = { subject, at, isOld: isPending || failure !== undefined };
  const [first, setFirst] = useState(look);
  if (first.subject !== subject) setFirst(look);
  const { isOld, at: before } = first.subject === subject ? first : look;
  return isOld && at === before;
}
