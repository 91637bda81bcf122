import { chakra } from '@chakra-ui/react';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Call } from '#contract/call';
import type { z } from '#contract/schema';
import { useFeature } from '#state/features';
import type { RequestInput } from '#state/hooks/useRequest';
import { useSave } from '#state/hooks/useSave';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { ConfirmDialog } from '#ui/ConfirmDialog';

const Part = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'start',
    gap: '12px',
    '& a': { textDecoration: 'underline', textUnderlineOffset: '3px' },
  },
});

interface Props<Path extends string, Query extends z.ZodMiniType, Body extends z.ZodMiniType, Answer extends z.ZodMiniType> {
  readonly call: Call<Path, Query, Body, Answer>;
  readonly request: RequestInput<Path, Query, Body>;
  /** The thing as people call it: "Kas 1". */
  readonly name: string;
  /** What ends with it, as a sentence. */
  readonly ends: string;
  /** Links to what may use it, shown with a refusal. */
  readonly uses?: ReactNode;
  /** Refreshes the list. */
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

/** Renders the button that removes what a dialog edits, after a question that names what ends; nothing where the server cannot. Source: REMOVE2. */
export function RemoveAction<Path extends string, Query extends z.ZodMiniType, Body extends z.ZodMiniType, Answer extends z.ZodMiniType>({
  call,
  request,
  name,
  ends,
  uses,
  onRemoved,
  onClose,
}: Props<Path, Query, Body, Answer>) {
  const isOffered = useFeature('removals');
  const [isAsking, setAsking] = useState(false);
  const { save, isSaving, isPossible, alert } = useSave(call, {
    saved: `${name} is removed`,
    onSaved: () => {
      onRemoved();
      onClose();
    },
    unsure: `${name} may be removed`,
  });
  if (!isOffered) return null;
  return (
    <Part>
      <Button variant="ghost" ms="-12px" disabled={!isPossible || isSaving} onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
        {isSaving ? 'Removing' : `Remove ${name}`}
      </Button>
      {alert !== undefined && (
        <Banner tone="warning" action={uses}>
          {alert}
        </Banner>
      )}
      <ConfirmDialog
        open={isAsking}
        text={`${name} will be removed for good. ${ends}`}
        onNo={() => setAsking(false)}
        onYes={() => {
          setAsking(false);
          save(request);
        }}
      />
    </Part>
  );
}
