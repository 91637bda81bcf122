import { chakra } from '@chakra-ui/react';
import { Check, X } from 'lucide-react';
import type { Treatment } from '#contract/fleet/treatment';
import { finishOf } from '#domain/treatments/finishStatus';
import { MISSING } from '#domain/text/numbers';
import { Mark } from '#ui/Mark';

const Quiet = chakra('span', { base: { color: 'fg.subtle' } });

// Returns whether the outcome is known: a running treatment may still reach the end.
const isDecided = ({ finish_status, stats }: Treatment) => stats?.reached_end === true || finishOf(finish_status, false).tone !== 'running';

/** Renders whether a treatment reached the end of its last lane; "-" until that is decided. */
export function ReachedEnd({ treatment }: { readonly treatment: Treatment }) {
  const reached = treatment.stats?.reached_end;
  if (reached == null || !isDecided(treatment)) return <Quiet>{MISSING}</Quiet>;
  return (
    <Mark tone={reached ? 'plain' : 'warning'} icon={reached ? Check : X}>
      {reached ? 'Yes' : 'No'}
    </Mark>
  );
}
