import { chakra } from '@chakra-ui/react';
import { CircleCheck, OctagonX } from 'lucide-react';
import { useContext } from 'react';
import { problemTexts } from '#domain/commands/commandRows';
import { selectClockOffset, selectTickedAt } from '#state/clock';
import { type OwnCommand, selectFailedStop, selectNewestCommand, selectPendingStop } from '#state/commands';
import { FeaturesContext } from '#hooks/features';
import { selectFleetKnownAt } from '#state/health';
import { selectDeviceStatus } from '#state/referenceData';
import { useIsPast } from '#hooks/IntentContext';
import { useAppSelector } from '#hooks/useAppSelector';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { pressedOnce } from '#ui/pressedOnce';
import { AgeText } from './AgeText.tsx';
import { CommandButton } from './CommandButton.tsx';
import { FailedStop } from './FailedStop.tsx';
import { stopPlaces } from './stopPlaces.ts';
import { TimeText } from './TimeText.tsx';
import { useCommand } from './useCommand.ts';

/** Time in ms after which a stop without a response is shown as still in progress. */
const SLOW_MS = 2_000;

const Place = chakra('section', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
    gap: { base: '12px', sm: '16px' },
    alignItems: 'center',
    p: '16px',
    ps: { sm: '20px' },
    bg: 'bg.subtle',
    borderRadius: 'sheet',
    flex: 'none',
  },
  variants: {
    // The stop remains visible while the page is scrolled.
    sticky: { true: { position: 'sticky', top: { base: '8px', md: '12px' }, zIndex: 2 } },
    // Variant for a page whose table takes the remaining height.
    compact: { true: { p: '8px', ps: { sm: '16px' } } },
  },
});
const Note = chakra('p', { base: { color: 'fg.muted' }, variants: { compact: { true: { hideBelow: 'sm' } } } });
const Wide = chakra('div', { base: { gridColumn: '1 / -1', _empty: { display: 'none' } } });
/**
 * A live region that stays mounted, because one that comes with its text is not read; empty, it takes no row. Another device has another one, so that a former
 * result is not announced as a new one. Source: ARIA2.
 */
const Outcome = chakra('div', { base: { gridColumn: '1 / -1', _empty: { position: 'absolute' } } });

interface Props {
  readonly serial: string;
  readonly sticky?: boolean;
  /** Reduces the padding and hides the note on small screens, for pages whose table needs the space. */
  readonly isCompact?: boolean;
}

/**
 * Renders the stop of a device with the outcome of the last one; it needs no control, but confirmation. If it scrolls out of view (not `sticky`), the live
 * notice of a failed stop is shown only below the screen. Source: STOPWAY13.
 */
export function StopControl({ serial, sticky = false, isCompact }: Props) {
  stopPlaces.useAnnounce(sticky ? serial : null);
  const isPast = useIsPast();
  const failed = useAppSelector((s) => selectFailedStop(s, serial));
  const pending = useAppSelector((s) => selectPendingStop(s, serial));
  const last = useAppSelector((s) => selectNewestCommand(s, serial, 'stop'));
  const offsetMs = useAppSelector(selectClockOffset);
  return (
    <Place aria-label="Stop" sticky={sticky} compact={isCompact}>
      <Note compact={isCompact}>Needs no control, is never queued. The robot stops where it stands.</Note>
      <CommandButton name="stop" serial={serial} variant="danger" size="lg" icon={OctagonX} />
      <Wide>
        <NotOnline serial={serial} />
      </Wide>
      {pending !== undefined && <SlowStop stop={pending} />}
      {failed !== undefined && (sticky || isPast) && (
        <Wide>
          <FailedStop stop={failed} offsetMs={offsetMs} />
        </Wide>
      )}
      <Outcome key={serial} aria-live="polite">
        {last?.phase === 'sent' && <StopDone stop={last} />}
      </Outcome>
    </Place>
  );
}

/** Renders a notice that a stop is not confirmed yet, with a button that sends it again; nothing within the first two seconds. */
function SlowStop({ stop }: { readonly stop: OwnCommand }) {
  const isSlow = useAppSelector((s) => selectTickedAt(s) - stop.givenAt >= SLOW_MS);
  const { send, isAvailable } = useCommand('stop', stop.serial, {}, stop.deviceName);
  if (!isSlow) return null;
  const text = stop.isReceived ? 'The server has the stop. The robot has not confirmed it yet.' : 'The stop is still being sent.';
  return (
    <Wide>
      <Banner tone="warning" action={isAvailable ? <Button {...pressedOnce(send)}>Send again</Button> : undefined}>
        {text}
      </Banner>
    </Wide>
  );
}

const Done = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    p: '12px',
    bg: 'online.subtle',
    color: 'online.fg',
    border: '2px solid',
    borderColor: 'online.solid',
    borderRadius: 'popup',
    fontWeight: 700,
  },
});

/** Renders when the device confirmed its last stop, as prominently as a failed stop. */
function StopDone({ stop }: { readonly stop: OwnCommand }) {
  const isShown = useContext(FeaturesContext).includes('commands');
  const offsetMs = useAppSelector(selectClockOffset);
  // Without the feature `commands`, a toast has already shown the result.
  if (!isShown || stop.endedAt === null) return null;
  return (
    <Done>
      <CircleCheck aria-hidden="true" />
      <span>
        <span>Stop done,</span> <TimeText at={stop.endedAt + offsetMs} />
      </span>
    </Done>
  );
}

/** Renders a notice that a device is not online, or that the console does not know whether it is; nothing for an online device. */
function NotOnline({ serial }: { readonly serial: string }) {
  const status = useAppSelector((s) => selectDeviceStatus(s, serial));
  if (status === 'online') return null;
  return (
    <Banner tone="warning" aside={status === 'unknown' ? <KnowledgeAge /> : undefined}>
      <span>{problemTexts[status]}</span>
      {status === 'offline' && <span>: use the stop button on the robot.</span>}
    </Banner>
  );
}

/** Renders the age of the console's fleet data. */
function KnowledgeAge() {
  const at = useAppSelector(selectFleetKnownAt);
  return at === undefined ? null : <AgeText at={at} clock="console" />;
}
