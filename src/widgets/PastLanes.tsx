import { type ReactNode, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { getHistoryActivity } from '#contract/history';
import { deviceLink } from '#domain/addresses';
import type { TimeSpan } from '#domain/text/timeUnits';
import { type Lane, lanesOf } from '#domain/history/lanes';
import { useMovingAnswer } from '#hooks/useMovingAnswer';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { EmptyState } from '#ui/EmptyState';
import { Skeleton } from '#ui/Skeleton';
import { StateLanes } from './StateLanes.tsx';

interface Props {
  readonly label: string;
  /** The span, in ms since epoch. */
  readonly span: TimeSpan;
  /** The step by which a span that ends now moves, in ms; null for a fixed span. */
  readonly stepMs: number | null;
  /** Whether the lane of a device is shown. */
  readonly isShown?: ((serial: string) => boolean) | undefined;
  /** Renders the content above the lanes from the lanes and their span. */
  readonly above?: (lanes: readonly Lane[], span: TimeSpan) => ReactNode;
}

/** Interval at which the lanes are requested again while their span is not over, in ms. */
const EVERY_MS = 300_000;

/**
 * Renders the lanes of devices in a span, from the server's history; a press opens that moment on the page of the device. When the span moves, the lanes of the
 * previous step stay until the next ones are loaded.
 */
export function PastLanes({ label, span: wanted, stepMs, isShown, above }: Props) {
  const spanTo = (end: number): TimeSpan => ({ from: end - (wanted.to - wanted.from), to: end });
  const queryTo = (end: number) => ({ from: new Date(spanTo(end).from).toISOString(), to: new Date(end).toISOString() });
  const moving = { end: wanted.to, stepMs };
  const { answer, answeredEnd, failure, isLoading, isUnknown, refresh } = useMovingAnswer(
    getHistoryActivity,
    {},
    queryTo,
    moving,
    EVERY_MS,
  );
  const span = spanTo(answeredEnd);
  const { send } = useTimeTravel();
  const navigate = useNavigate();
  const lanes = useMemo(() => lanesOf((answer?.result ?? []).filter(({ serial }) => isShown?.(serial) ?? true)), [answer, isShown]);
  const onMoment = (serial: string, at: number) => {
    void navigate(deviceLink(serial));
    send({ kind: 'show', at, clock: 'server' });
  };
  if (answer === undefined && failure !== undefined)
    return (
      <Banner tone="warning" action={<Button onClick={refresh}>Try Again</Button>}>
        Loading failed
      </Banner>
    );
  if (isUnknown) return <Banner tone="quiet">Not known at that time</Banner>;
  if (isLoading) return <Skeleton width="100%" />;
  if (lanes.length === 0) return <EmptyState text="No device reported in this time" />;
  return (
    <>
      {above?.(lanes, span)}
      <StateLanes {...{ label, lanes, span, onMoment }} />
    </>
  );
}
