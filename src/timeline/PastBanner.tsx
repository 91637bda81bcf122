import { chakra } from '@chakra-ui/react';
import { ArrowLeft, History } from 'lucide-react';
import { useContext, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ageText } from '#domain/text/duration';
import { isOfHistory } from '#past/recorder/historyLog';
import { selectOwnName } from '#state/session';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { useComparedAt } from './moment/useComparedAt.ts';
import { AUTHOR, isByServer, momentIn, openOf, viewIn } from './moment/momentAddress.ts';
import { NewErrors } from './NewErrors.tsx';
import { PlayheadContext, useTimeTravel, type ShownRecording } from '#hooks/TimeTravelContext';
import type { Playhead } from '#past/moments/timeTravel';
import { useLiveSelector } from '#hooks/useLiveSelector';
import { useReturnToList } from './useTimelineKeys.ts';
import { ViewChoice, viewOf } from './view/ViewChoice.tsx';
import { usePresents } from './moment/usePresents.ts';
import { useVerdict } from './moment/useVerdict.ts';
import { TimelineZoneProvider, useZoneTexts, type ZoneTexts } from './zone/TimelineZone.tsx';

const Line = chakra('div', {
  base: {
    position: 'sticky',
    top: 0,
    zIndex: 'sticky',
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: { base: '56px', lg: '46px' },
    ps: { base: '12px', md: '20px' },
    pe: '8px',
    py: '6px',
    bg: 'bg.inverse',
    color: 'fg.inverse',
    // On a very low screen, the banner scrolls together with the content.
    '@media (max-height: 400px)': { position: 'static' },
  },
  // On a phone, there is no space for another button next to the text.
  variants: { isCrowded: { true: { flexWrap: { base: 'wrap', md: 'nowrap' } } } },
});

const Text = chakra('span', {
  base: { display: 'flex', flexWrap: 'wrap', columnGap: '12px', minWidth: 0, mr: 'auto' },
  variants: { isCrowded: { true: { flexBasis: { base: 'calc(100% - 40px)', md: 'auto' } } } },
});
const Main = chakra('b', { base: { fontWeight: 600 } });
const Detail = chakra('span', { base: { opacity: 0.85 } });
const Actions = chakra('span', { base: { display: 'inline-flex', flexWrap: 'wrap', gap: '8px' } });
const Return = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '8px',
    flex: 'none',
    height: { base: '44px', lg: '32px' },
    px: '12px',
    borderRadius: 'control',
    bg: 'bg.panel',
    color: 'fg',
    fontWeight: 600,
  },
});
// On a phone, only the last word is shown.
const Short = chakra('span', { base: { '&::first-letter': { textTransform: 'uppercase' } } });
const Key = chakra('kbd', {
  base: {
    px: '5px',
    border: '1px solid',
    borderColor: 'border',
    borderRadius: 'check',
    fontFamily: 'inherit',
    fontSize: '12px',
    lineHeight: '18px',
    hideBelow: 'md',
  },
});

/** A requested moment that is not shown. */
type Missed = Pick<Extract<Playhead, { readonly kind: 'past' }>, 'missedView' | 'isUnread'> & { readonly missedAt: number };

const VERDICTS = {
  verified: 'Verified: the same data as when the link was copied.',
  differs: 'The data differ from those of the link.',
} as const;

/** Renders whether the shown moment is that of the opened link. */
function Verdict() {
  const verdict = useVerdict();
  return verdict === null ? null : <Detail>{VERDICTS[verdict]}</Detail>;
}

/** Returns why another past than the requested one is shown. */
function notHeldText({ dateTime }: ZoneTexts, { missedAt, missedView, isUnread }: Missed, isToCome: boolean): string {
  // The moment is the requested one, but its view is not.
  if (missedView !== undefined) return `${missedView === 'known' ? 'As known' : 'As was'}, this moment cannot be read now.`;
  const why = isToCome ? 'is yet to come' : isUnread === true ? 'cannot be read now' : 'is no longer held';
  return `${dateTime(missedAt)} ${why}; this is the nearest moment.`;
}

/** Why a moment is not held: it is yet to come, or cannot be read now. */
interface Unheld {
  readonly isToCome: boolean;
  readonly isUnread: boolean;
}

/** Returns why the moment in a URL is not shown. A link names the user who recorded it; the URL of the user's own page does not. */
function missedText(
  { dateTime }: ZoneTexts,
  at: number,
  { by, own, isToCome, isUnread }: Unheld & { readonly by: string | null; readonly own: string },
): string {
  const moment = `This moment, ${dateTime(at)},`;
  if (isToCome) return `${moment} is yet to come. This is now.`;
  if (isUnread) return `${moment} cannot be read now. This is now.`;
  if (by !== null && by !== own) return `${moment} was recorded in another browser, of ${by}. Ask for its file. This is now.`;
  return `${moment} is not in this browser: it was recorded in another browser or is no longer held. Ask for its file. This is now.`;
}

/** Renders, until it is closed, that the moment in the URL is not recorded. */
function NotHeld({ at, isToCome, isUnread }: Unheld & { readonly at: number }) {
  const { send } = useTimeTravel();
  const texts = useZoneTexts();
  const own = useLiveSelector(selectOwnName);
  const search = new URLSearchParams(useLocation().search);
  const by = search.get(AUTHOR);
  // The instant of a link is by the server's clock, and may be another one of the log now.
  const isOfLink = isByServer(search);
  const again = openOf((isOfLink ? momentIn(search) : null) ?? at, viewIn(search), isOfLink);
  const actions = (
    <Actions>
      {isUnread && <Button onClick={() => send(again)}>Try Again</Button>}
      <Button onClick={() => send({ kind: 'live' })}>Close</Button>
    </Actions>
  );
  return (
    <Banner tone="warning" action={actions}>
      {missedText(texts, at, { by, own, isToCome, isUnread })}
    </Banner>
  );
}

const behindText = (at: number, now: number) => ageText(Math.max(0, now - at));

const comparedText = (a: string, b: string) => `A is ${a} behind, B ${b}`;

interface ReplayProps {
  readonly at: number;
  /** The requested moment, if the recording does not contain it, or `isUnread`. */
  readonly missedAt: number | null;
  readonly isUnread: boolean;
  readonly isUnreadable: boolean;
  readonly recording: ShownRecording;
}

function ReplayBanner({ at, missedAt, isUnread, isUnreadable, recording }: ReplayProps) {
  const comparedAt = useComparedAt();
  const { dateTime } = useZoneTexts();
  const [openedAt, setOpenedAt] = useState<number | null>(at);
  if (openedAt !== null && at !== openedAt) setOpenedAt(null);
  const moment = comparedAt === null ? dateTime(at) : `A ${dateTime(comparedAt)} and B ${dateTime(at)}`;
  return (
    <Line role="status" aria-label="Replay" aria-atomic={false}>
      <History aria-hidden="true" />
      <Text>
        <Main>Replay</Main>
        <Detail aria-live="off">
          {recording.name}, <chakra.span hideBelow="md">recorded by {recording.by}, </chakra.span>at {moment}. Commands are off.
        </Detail>
        {recording.damage.map((line) => (
          <Main key={line}>{line}</Main>
        ))}
        {missedAt !== null && !isUnread && <Detail>{dateTime(missedAt)} is not recorded; this is the nearest moment.</Detail>}
        {missedAt !== null && isUnread && <Detail>{dateTime(missedAt)} cannot be read; this is the last moment before that.</Detail>}
        {isUnreadable && openedAt !== null && <Detail>The moment in the address cannot be read; this is the end.</Detail>}
        <Verdict />
      </Text>
      <Return type="button" onClick={recording.close}>
        Close recording
      </Return>
    </Line>
  );
}

/**
 * Renders the banner of every past screen: the moment, how long ago it was or from which file it is, "Verified", and the button that leads back. `isUnreadable`
 * means that a replay was opened with a URL whose moment cannot be parsed.
 */
export function PastBanner({ isUnreadable }: { readonly isUnreadable: boolean }) {
  return (
    <TimelineZoneProvider>
      <Shown isUnreadable={isUnreadable} />
    </TimelineZoneProvider>
  );
}

function Shown({ isUnreadable }: { readonly isUnreadable: boolean }) {
  const { send, recording } = useTimeTravel();
  const playhead = useContext(PlayheadContext);
  const presents = usePresents();
  const comparedAt = useComparedAt();
  const texts = useZoneTexts();
  const { dateTime } = texts;
  const returnToList = useReturnToList();
  const isUnread = playhead.isUnread === true;
  // The instant of a link is one of the server.
  const isToCome = (wanted: number) => (playhead.linkAt === undefined ? wanted > presents.of(wanted) : playhead.linkAt > presents.server);
  if (playhead.kind === 'live') {
    const { missedAt } = playhead;
    return missedAt === undefined ? null : <NotHeld at={missedAt} isToCome={isToCome(missedAt)} isUnread={isUnread} />;
  }
  const { missedAt, missedView } = playhead;
  const { at } = playhead.moment;
  if (recording !== undefined) return <ReplayBanner {...{ at, missedAt, isUnread, isUnreadable, recording }} />;
  const canTryAgain = missedAt !== null && !isToCome(missedAt) && isUnread;
  const age = behindText(at, isOfHistory(playhead.moment.block) ? presents.server : presents.own);
  return (
    <Line role="status" aria-label="Past" aria-atomic={false} isCrowded={canTryAgain}>
      <History aria-hidden="true" />
      <Text isCrowded={canTryAgain}>
        <Main>{comparedAt === null ? 'You are looking at the past' : 'You are comparing two moments'}</Main>
        {/* The text changes every second, which a screen reader should not announce, nor the whole banner for it. */}
        <Detail aria-live="off">
          {comparedAt === null ? `${dateTime(at)}, ${age} behind` : comparedText(behindText(comparedAt, presents.of(comparedAt)), age)}.
          Commands are off.
        </Detail>
        {viewOf(playhead) === 'known' && <Detail hideBelow="sm">As known then, without what arrived later.</Detail>}
        <ViewChoice place="banner" />
        {missedAt !== null && <Detail>{notHeldText(texts, { ...playhead, missedAt }, isToCome(missedAt))}</Detail>}
        <Verdict />
        <NewErrors />
      </Text>
      {canTryAgain && (
        <Return
          type="button"
          onClick={() => send(missedView === undefined ? { kind: 'seek', at: missedAt } : { kind: 'view', view: missedView })}
        >
          Try Again
        </Return>
      )}
      {returnToList !== null && (
        <Return type="button" aria-label="Back to the list" aria-keyshortcuts="Escape" onClick={returnToList}>
          <ArrowLeft aria-hidden="true" />
          <Short>
            <chakra.span hideBelow="md">Back to the </chakra.span>list
          </Short>
          <Key aria-hidden="true">Esc</Key>
        </Return>
      )}
      <Return type="button" aria-keyshortcuts="L" onClick={() => send({ kind: 'live' })}>
        Return to now <Key aria-hidden="true">L</Key>
      </Return>
    </Line>
  );
}
