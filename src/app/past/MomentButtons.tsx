import { GitCompareArrows, Link, MapPin, UserRoundSearch } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { dateTimeText } from '#domain/text/dates';
import { CopyMark } from '#ui/CopyMark';
import { IconButton } from '#ui/IconButton';
import { useCopied } from '#ui/useCopied';
import type { ComparedMoment } from './compare/CompareDialog.tsx';
import { linkTo } from './momentAddress.ts';
import { useTimeTravel } from './TimeTravelContext.ts';
import { useFollow } from './useFollow.ts';
import { proofOf } from './useVerdict.ts';

const CompareDialog = lazy(async () => ({ default: (await import('./compare/CompareDialog.tsx')).CompareDialog }));

/** Renders the button that copies the address of the shown moment on this screen, with the proof of what it shows. */
function CopyLink({ at }: { readonly at: number }) {
  const { stateAt } = useTimeTravel();
  const { copy, ...mark } = useCopied();
  const copyLink = async () => {
    const state = await stateAt(at);
    const proof = state === null ? null : await proofOf(state).catch(() => null);
    copy(linkTo(window.location.href, at, proof));
  };
  return (
    <IconButton aria-label="Copy link to this moment" title="Copy link to this moment" onClick={() => void copyLink()}>
      <CopyMark {...mark}>
        <Link aria-hidden="true" />
      </CopyMark>
    </IconButton>
  );
}

/** Renders the button that goes to the screens which the person of the log looked at. */
function Follow() {
  const [isOn, setOn] = useState(false);
  useFollow(isOn);
  return (
    <IconButton aria-label="Follow the operator" title="Follow the operator" aria-pressed={isOn} onClick={() => setOn(!isOn)}>
      <UserRoundSearch aria-hidden="true" />
    </IconButton>
  );
}

/** Renders the buttons that mark a moment as A, and compare it with the shown one. */
function Compare({ at }: { readonly at: number }) {
  const { stateAt } = useTimeTravel();
  const [from, setFrom] = useState<ComparedMoment | null>(null);
  const [to, setTo] = useState<ComparedMoment | null>(null);
  const take = async (set: (moment: ComparedMoment) => void) => {
    const state = await stateAt(at);
    if (state !== null) set({ at, state });
  };
  return (
    <>
      <IconButton
        aria-label="Mark as A"
        title={from === null ? 'Mark as A' : `Mark as A instead of ${dateTimeText(from.at)}`}
        onClick={() => void take(setFrom)}
      >
        <MapPin aria-hidden="true" />
      </IconButton>
      {from !== null && (
        <IconButton aria-label="Compare" title={`Compare with A, ${dateTimeText(from.at)}`} onClick={() => void take(setTo)}>
          <GitCompareArrows aria-hidden="true" />
        </IconButton>
      )}
      {from !== null && to !== null && (
        <Suspense fallback={null}>
          <CompareDialog from={from} to={to} onClose={() => setTo(null)} />
        </Suspense>
      )}
    </>
  );
}

interface Props {
  /** The shown moment, ms since epoch. */
  readonly at: number;
  readonly isPast: boolean;
}

/** Renders what can be done with the shown moment: link to it, compare it, and see what its person looked at. */
export function MomentButtons({ at, isPast }: Props) {
  return (
    <>
      <CopyLink at={at} />
      <Compare at={at} />
      {isPast && <Follow />}
    </>
  );
}
