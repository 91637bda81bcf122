import { chakra } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { MAX_PIN_REASON } from '#contract/historyPin';
import { seesEverything } from '#domain/people/rights';
import { dateTimeText } from '#domain/text/dates';
import { pinReasonProblem } from '#domain/text/noteText';
import { useUnmount } from '#hooks/useUnmount';
import { useLiveSelector } from '#hooks/useLiveSelector';
import type { KeepSpan } from '#hooks/useKeepSpan';
import { selectRole } from '#state/session';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { Checkbox } from '#ui/Checkbox';
import { Dialog } from '#ui/Dialog';
import { Field } from '#ui/Field';
import { useUnsaved } from '#ui/form/leaveGuard';

const Text = chakra('p', { base: { color: 'fg.muted' } });
const Body = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: '12px' } });

interface Props {
  readonly title: string;
  /** The span to save, in ms since epoch. */
  readonly span: Parameters<KeepSpan>[0];
  readonly keep: KeepSpan;
  /** Formats an instant; if omitted, in the zone of the page. */
  readonly dateTime?: (at: number) => string;
  /** Closes the dialog, also while the span is being sent: the page below it, with its Stop, must stay within reach. */
  readonly onClose: () => void;
  /** Called when the file is to be saved: immediately, or after the server has kept the span. */
  readonly onSave: () => void;
}

const Consequence = ({ isStaff }: { readonly isStaff: boolean }) => (
  <Text>
    The server removes its history by its age. This span then stays, of all devices{isStaff ? '' : ' of your organisation'}, until it is
    released under Kept History, where {isStaff ? 'the staff' : 'your organisation'} sees who kept it and why.
  </Text>
);

/** Returns the user's choices and the function that keeps the span on the server, if selected, and then saves the file. */
function useSaving({ span, keep, onSave }: Pick<Props, 'span' | 'keep' | 'onSave'>) {
  const [isKept, setKept] = useState(false);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const isOpen = useRef(true);
  useUnmount(() => {
    isOpen.current = false;
  });
  const save = async () => {
    const found = isKept ? pinReasonProblem(reason, MAX_PIN_REASON) : undefined;
    setProblem(found);
    if (found !== undefined) return;
    setSending(true);
    const refused = isKept ? await keep(span, reason) : null;
    setSending(false);
    setRefusal(refused);
    // A user who closed the dialog does not want the file.
    if (refused === null && isOpen.current) onSave();
  };
  return { isKept, setKept, reason, setReason, problem, refusal, isSending, save };
}

/**
 * Renders the dialog before a span is saved as a file: whether the server should also keep it, the consequences, and the reason for keeping it. No file is
 * saved if the server refuses.
 */
export function SaveSpanDialog({ title, span, keep, dateTime = dateTimeText, onClose, onSave }: Props) {
  const isStaff = seesEverything(useLiveSelector(selectRole));
  const { isKept, setKept, reason, setReason, problem, refusal, isSending, save } = useSaving({ span, keep, onSave });
  const leave = useUnsaved(isKept && reason !== '' && !isSending);
  const close = () => leave(onClose);
  return (
    <Dialog
      open
      title={title}
      width={480}
      onClose={close}
      actions={
        <>
          <Button variant="raised" size="lg" onClick={close}>
            Cancel
          </Button>
          <Button variant="solid" size="lg" disabled={isSending} onClick={() => void save()}>
            Save file
          </Button>
        </>
      }
    >
      <Body>
        <Text>
          Saves {dateTime(span.from)} to {dateTime(span.to)} as one file. Anybody who has it can open it under Replay, without a server.
        </Text>
        <div>
          <Checkbox checked={isKept} onChecked={setKept} wraps>
            Keep on the server
          </Checkbox>
          <Consequence isStaff={isStaff} />
        </div>
        {isKept && <Field label="Why" value={reason} onValue={setReason} problem={problem} maxLength={MAX_PIN_REASON} />}
        {isSending && (
          <Text role="status">
            Keeping the span. If you close this, no file is saved; the span may be kept, and is listed under Kept History then.
          </Text>
        )}
        {refusal !== null && (
          <div role="alert">
            <Banner tone="warning">{refusal}</Banner>
          </div>
        )}
      </Body>
    </Dialog>
  );
}
