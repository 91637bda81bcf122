import { chakra } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Call } from '#contract/call';
import type { RequestInput } from '#hooks/useRequest';
import { useSave } from '#hooks/useSave';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { ConfirmDialog } from '#ui/ConfirmDialog';
import { useIsSaving, useReportSaving } from '#ui/SavingContext';

const Part = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'start',
    gap: '12px',
    minWidth: 0,
  },
});
/** A refusal may contain e-mail addresses. */
const Refusal = chakra('div', { base: { maxWidth: '100%', overflowWrap: 'anywhere' } });

/** The request of an action and its effects. */
export interface EndRequest<C extends Call> {
  readonly call: C;
  readonly request: RequestInput<C>;
  /** Links to possible uses of the entity, shown with a refusal. */
  readonly uses?: ReactNode;
  /** Requests the list again; called after every attempt, because the change may have been made even without a response. Source: FORM16. */
  readonly refresh: () => void;
  /** Called after the action succeeded. */
  readonly onClose?: (() => void) | undefined;
}

/** The texts of an action. */
interface Words {
  readonly icon: LucideIcon;
  readonly label: string;
  /** The label while the request is in flight. */
  readonly doing: string;
  /** The confirmation text with the consequences; null if there are none. */
  readonly question: string | null;
  readonly saved: string;
  readonly unsure: string;
}

/**
 * Renders the button that removes, archives or restores the entity of a dialog, after a confirmation that states the consequences; a refusal is shown below it
 * while the dialog stays open. Source: REMOVE2, ARCHIVE6, FORM13.
 */
export function EndAction<C extends Call>({
  call,
  request,
  uses,
  refresh,
  onClose,
  words: { icon: Icon, label, doing, question, saved, unsure },
}: EndRequest<C> & { readonly words: Words }) {
  const [isAsking, setAsking] = useState(false);
  const { save, isSaving, isPossible, alert } = useSave(call, {
    saved,
    ...(onClose && { onSaved: onClose }),
    onSettled: refresh,
    unsure,
  });
  useReportSaving(isSaving);
  const isFormSaving = useIsSaving();
  return (
    <Part>
      <Button
        variant="ghost"
        wraps
        ms="-12px"
        disabled={!isPossible || isSaving || isFormSaving}
        onClick={() => (question === null ? save(request) : setAsking(true))}
      >
        <Icon aria-hidden="true" />
        {isSaving ? doing : label}
      </Button>
      {alert !== undefined && (
        <Refusal>
          <Banner tone="warning">
            {alert} {uses}
          </Banner>
        </Refusal>
      )}
      <ConfirmDialog
        open={isAsking}
        text={question}
        onNo={() => setAsking(false)}
        onYes={() => {
          setAsking(false);
          save(request);
        }}
      />
    </Part>
  );
}
