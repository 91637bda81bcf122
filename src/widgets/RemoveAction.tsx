import { Trash2 } from 'lucide-react';
import type { ServerFeature } from '#contract/config';
import type { Call } from '#contract/call';
import { useFeature } from '#hooks/features';
import { EndAction, type EndRequest } from './EndAction.tsx';

interface Props<C extends Call> extends EndRequest<C> {
  /** The display name of the entity: "Kas 1". */
  readonly name: string;
  /** The consequences, as a sentence. */
  readonly ends: string;
  /** The feature with which the server announces the call. */
  readonly feature?: ServerFeature;
}

/**
 * Renders the button that removes the entity of a dialog, after a confirmation that states the consequences; nothing if the server does not offer the removal.
 * Source: REMOVE2.
 */
export function RemoveAction<C extends Call>({ name, ends, feature = 'removals', ...request }: Props<C>) {
  const isOffered = useFeature(feature);
  if (!isOffered) return null;
  const words = {
    icon: Trash2,
    label: `Remove ${name}`,
    doing: 'Removing',
    question: `${name} will be removed for good. ${ends}`,
    saved: `${name} is removed`,
    unsure: `${name} may be removed`,
  };
  return <EndAction {...request} words={words} />;
}
