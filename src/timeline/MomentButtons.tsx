import { FlaskConical, GitCompareArrows, Link, MapPin, UserRoundSearch } from 'lucide-react';
import { useContext, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAppSelector } from '#hooks/useAppSelector';
import { useFeature } from '#hooks/features';
import { useLiveSelector } from '#hooks/useLiveSelector';
import { selectMayFollow } from '#state/accountPolicy';
import { selectRoute } from '#state/page';
import { selectOwnName } from '#state/session';
import { isOfHistory } from '#past/recorder/historyLog';
import { CopyMark } from '#ui/CopyMark';
import { useSaveFile } from '#ui/SaveFileContext';
import { useCopied } from '#ui/useCopied';
import { useEarlierMoment, type EarlierMoment } from '#widgets/EarlierMoment';
import { COMPARE_PATH, EARLIER, linkTo, momentParameters, withoutMoment } from './moment/momentAddress.ts';
import { useZoneTexts } from './zone/TimelineZone.tsx';
import { PlayheadContext, useTimeTravel } from '#hooks/TimeTravelContext';
import { useServerInstant } from './moment/useServerInstant.ts';
import { proofOf } from './moment/useVerdict.ts';
import { Tool, ToolAlert } from './bar/barParts.tsx';

/** Renders the button that copies the URL of the shown moment on this screen, with the hash of its state. */
function CopyLink() {
  const { stateAt, shownAt, liveStore, recording, ports } = useTimeTravel();
  const { copy, ...mark } = useCopied();
  const serverInstantOf = useServerInstant();
  const playhead = useContext(PlayheadContext);
  const ofHistory = playhead.kind === 'past' && isOfHistory(playhead.moment.block);
  const copyLink = async () => {
    const at = shownAt();
    const state = await stateAt(at).catch(() => null);
    const proof = state === null ? null : await proofOf(state, ports).catch(() => null);
    // While the recording cannot be read, the console's clock is taken to be right.
    const isCompared = new URLSearchParams(window.location.search).has(EARLIER);
    const serverAt = isCompared ? at : await serverInstantOf(at, state).catch(() => at);
    copy(linkTo(window.location.href, serverAt, proof, recording?.by ?? selectOwnName(liveStore.getState()), ofHistory));
  };
  return (
    <Tool aria-label="Copy link to this moment" word="Link" onClick={() => void copyLink()}>
      <CopyMark {...mark}>
        <Link aria-hidden="true" />
      </CopyMark>
    </Tool>
  );
}

/**
 * While a past moment is shown and `isOn`: navigates to the screen that the user in the log viewed, with its selection and filters, whenever that changes.
 * Between changes, the viewer may navigate elsewhere.
 */
function useFollow(isOn: boolean): void {
  const isFollowing = useContext(PlayheadContext).kind === 'past' && isOn;
  const route = useAppSelector(selectRoute);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const followed = useRef<string | null>(null);
  useEffect(() => {
    const wanted = isFollowing && route !== null ? `${route.path}?${route.search}` : null;
    if (wanted === followed.current) return;
    followed.current = wanted;
    if (wanted === null || wanted === `${pathname}?${withoutMoment(search)}`) return;
    void navigate(`${wanted}&${momentParameters(search)}`, { replace: true });
  }, [isFollowing, route, pathname, search, navigate]);
}

/** Renders the button that follows the screens of the user in the log. */
function Follow({ isOff }: { readonly isOff: boolean }) {
  const [isOn, setOn] = useState(false);
  useFollow(isOn);
  return (
    <Tool
      aria-label="Follow the operator"
      word="Follow"
      title={isOff ? 'Follow the operator: in the past' : 'Follow the operator'}
      aria-pressed={isOn}
      disabled={isOff}
      onClick={() => setOn(!isOn)}
    >
      <UserRoundSearch aria-hidden="true" />
    </Tool>
  );
}

const NOT_WRITTEN = 'No test was written: the recording could not be read, or this page has no secure connection.';

/** Returns the function that opens the comparison. It does nothing on the comparison itself, whose URL contains more than the shown moment. */
function useCompare(): () => void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return () => {
    if (pathname !== COMPARE_PATH) void navigate(`${COMPARE_PATH}?${momentParameters(search)}`);
  };
}

/** Returns the function that saves what changed from a moment to the shown one as a test, and returns why nothing was saved; null on success. */
function useSaveTest(setProblem: (problem: string | null) => void) {
  const { stateAt, shownAt, recorded } = useTimeTravel();
  const saveFile = useSaveFile();
  return async (first: EarlierMoment) => {
    const at = shownAt();
    const marked = first.view === 'known' ? stateAt(first.at, 'was') : first.state;
    const loaded = await Promise.all([import('#past/file/saveAsTest'), marked, stateAt(at, 'was'), recorded('was')]).catch(() => null);
    if (loaded === null) {
      setProblem('Nothing was saved: the recording could not be read.');
      return;
    }
    const [{ writeTest }, before, state, blocks] = loaded;
    const test =
      before === null || state === null
        ? { problem: 'Nothing is recorded.' }
        : await writeTest(blocks, [
            { at: first.at, state: before },
            { at, state },
          ]);
    setProblem('problem' in test ? test.problem : null);
    if ('text' in test) saveFile?.(test.name, { type: 'text/plain', text: test.text });
  };
}

/** Renders the buttons that mark a moment as A, compare it with the shown one, and save the events between them as a test. */
function TwoMoments() {
  const { stateAt, shownAt, shownView } = useTimeTravel();
  const { earlier: from, mark } = useEarlierMoment();
  const [problem, setProblem] = useState<string | null>(null);
  const saveTest = useSaveTest(setProblem);
  const compare = useCompare();
  const { dateTime } = useZoneTexts();
  const markShown = async () => {
    const [at, view] = [shownAt(), shownView?.() ?? 'was'];
    const state = await stateAt(at, view).catch(() => null);
    setProblem(state === null ? 'This moment could not be read.' : null);
    if (state !== null) mark({ at, state, view });
  };
  return (
    <>
      <Tool
        aria-label="Mark as A"
        word="Mark"
        title={from === null ? 'Mark as A' : `Mark as A instead of ${dateTime(from.at)}`}
        onClick={() => void markShown()}
      >
        <MapPin aria-hidden="true" />
      </Tool>
      {/* The buttons are rendered even before A is set, so that nothing moves under the pointer that marks it. */}
      <Tool
        aria-label="Compare"
        word="Compare"
        title={from === null ? 'Compare: mark A first' : `Compare with A, ${dateTime(from.at)}`}
        disabled={from === null}
        onClick={compare}
      >
        <GitCompareArrows aria-hidden="true" />
      </Tool>
      <Tool
        aria-label="Save as test"
        word="Test"
        title={from === null ? 'Save as test: mark A first' : `Save as test: from A, ${dateTime(from.at)}, to here`}
        disabled={from === null}
        onClick={() => from !== null && void saveTest(from).catch(() => setProblem(NOT_WRITTEN))}
      >
        <FlaskConical aria-hidden="true" />
      </Tool>
      {problem !== null && <ToolAlert role="alert">{problem}</ToolAlert>}
    </>
  );
}

/**
 * Returns whether the screens of the person in the log may be followed. This is monitoring, like the accounts of sessions, so it has the same switch
 * and, while they are kept, the same notice. A recording file was provided by its own user.
 */
function useMayFollow(): boolean {
  const { recording } = useTimeTravel();
  const hasAccounts = useFeature('session_accounts');
  const isAllowed = useLiveSelector(selectMayFollow);
  return recording !== undefined || !hasAccounts || isAllowed;
}

/** Renders the actions on the shown moment: copy link, follow the operator, mark as A, compare, save as test. */
export function MomentButtons() {
  const { isPast } = useTimeTravel();
  const mayFollow = useMayFollow();
  return (
    <>
      <CopyLink />
      <TwoMoments />
      {/* Rendered even in the live state, so that adjacent elements do not move. */}
      {mayFollow && <Follow isOff={!isPast} />}
    </>
  );
}
