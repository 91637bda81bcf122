import { chakra } from '@chakra-ui/react';
import { FileDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { lengthText } from '#domain/text/duration';
import { MAX_PIN_HOURS } from '#contract/historyPin';
import { HOUR_MS, MINUTE_MS, type TimeSpan } from '#domain/text/timeUnits';
import { selectClockOffset, selectTickedAt } from '#state/clock';
import { Button } from '#ui/Button';
import { IconButton } from '#ui/IconButton';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import { useKeepSpan } from '#hooks/useKeepSpan';
import { SaveSpanDialog } from '#widgets/SaveSpanDialog';
import { useZoneTexts } from '../zone/TimelineZone.tsx';
import { useServerInstant } from '../moment/useServerInstant.ts';
import { withoutMoment } from '../moment/momentAddress.ts';

const Line = chakra('span', { base: { display: 'flex', alignItems: 'center', gap: '8px', fontVariantNumeric: 'tabular-nums' } });

/** The state of saving a span, or the message about the last one. */
type Saving =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving'; readonly text: string }
  | { readonly kind: 'failed' | 'saved'; readonly text: string };

const IDLE: Saving = { kind: 'idle' };
/** Minimum length of a missing part that is reported, in ms: shorter ones arise because blocks cover whole minutes. */
const NAMED_MS = 10 * MINUTE_MS;

/** Returns the function that converts a span of the log to one of the server's time. Rejects when the recording cannot be read. */
function useServerSpan(): (span: TimeSpan) => Promise<TimeSpan> {
  const serverInstantOf = useServerInstant();
  return async ({ from, to }) => ({ from: await serverInstantOf(from), to: await serverInstantOf(to) });
}

/** Returns the function that saves a span as a file, and its progress. A span that is too long is refused before anything is read. */
function useSavedSpan() {
  const { recorded, recording, liveStore, ports } = useTimeTravel();
  const { pathname, search } = useLocation();
  const [saving, setSaving] = useState<Saving>(IDLE);
  const running = useRef<AbortController | null>(null);
  const serverSpanOf = useServerSpan();
  const write = async (shown: TimeSpan, signal: AbortSignal): Promise<Saving> => {
    const { MAX_SAVED_MS, writeSpan } = await import('#past/file/saveSpan');
    const length = shown.to - shown.from;
    if (length > MAX_SAVED_MS)
      return { kind: 'failed', text: `A file holds at most ${lengthText(MAX_SAVED_MS)}: A and B are ${lengthText(length)} apart.` };
    const screen = `${pathname}?${withoutMoment(search)}`;
    const state = liveStore.getState();
    const author = { state, config: ports.config, note: '', screen, writtenAt: selectTickedAt(state) };
    const onProgress = (read: number, all: number) =>
      setSaving({ kind: 'saving', text: `Saving A to B: ${String(read)} of ${String(all)}` });
    const span = await serverSpanOf(shown);
    // The span of a file is by the clock of its recording already.
    const offsetMs = recording === undefined ? selectClockOffset(state) : 0;
    const writing = { onProgress, isCancelled: () => signal.aborted };
    const file = await writeSpan(await recorded('was'), { ...span, offsetMs }, author, ports.codec, writing);
    if (file === null) return { kind: 'failed', text: 'Nothing was saved: nothing between A and B is held.' };
    ports.saveBytes(file.content, file.name);
    if (length - file.heldMs < NAMED_MS) return IDLE;
    return { kind: 'saved', text: `Of ${lengthText(length)} between A and B, ${lengthText(file.heldMs)} are held and were saved.` };
  };
  const save = async (span: TimeSpan) => {
    const cancel = new AbortController();
    running.current = cancel;
    setSaving({ kind: 'saving', text: 'Saving A to B' });
    const outcome = await write(span, cancel.signal).catch((): Saving =>
      cancel.signal.aborted ? IDLE : { kind: 'failed', text: 'Nothing was saved: a part between A and B could not be read.' },
    );
    setSaving(outcome);
  };
  return { saving, save, cancel: () => running.current?.abort() };
}

/**
 * Renders the button that saves the time between A and the shown moment as a file, its progress with a cancel button, and why nothing was saved. If
 * the server keeps spans, a dialog first asks whether it should keep this one.
 */
export function SaveSpan({ earlierAt }: { readonly earlierAt: number }) {
  const { shownAt } = useTimeTravel();
  const { saving, save, cancel } = useSavedSpan();
  const keep = useKeepSpan();
  const serverSpanOf = useServerSpan();
  const { dateTime } = useZoneTexts();
  const [asked, setAsked] = useState<TimeSpan | null>(null);
  if (saving.kind === 'saving') {
    return (
      <Line role="status">
        {saving.text}
        <Button variant="ghost" onClick={cancel}>
          Cancel
        </Button>
      </Line>
    );
  }
  const saveShown = () => {
    const at = shownAt();
    const span = { from: Math.min(earlierAt, at), to: Math.max(earlierAt, at) };
    // A span that is too long for a file is refused, and not kept either.
    if (keep === null || span.to - span.from > MAX_PIN_HOURS * HOUR_MS) void save(span);
    else setAsked(span);
  };
  return (
    <>
      <IconButton aria-label="Save A to B" onClick={saveShown}>
        <FileDown aria-hidden="true" />
      </IconButton>
      {keep !== null && asked !== null && (
        <SaveSpanDialog
          title="Save A to B"
          span={asked}
          dateTime={dateTime}
          keep={async (span, reason) => keep(await serverSpanOf(span).catch(() => span), reason)}
          onClose={() => setAsked(null)}
          onSave={() => {
            setAsked(null);
            void save(asked);
          }}
        />
      )}
      {saving.kind !== 'idle' && <Line role={saving.kind === 'failed' ? 'alert' : 'status'}>{saving.text}</Line>}
    </>
  );
}
