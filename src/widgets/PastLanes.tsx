import { type ReactNode, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { getHistoryActivity } from '#contract/history';
import { deviceLink } from '#domain/addresses';
import { type Lane, lanesOf } from '#domain/history/lanes';
import { useRetriedAnswer } from '#hooks/useRetriedAnswer';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { EmptyState } from '#ui/EmptyState';
import { Skeleton } from '#ui/Skeleton';
import { StateLanes } from './StateLanes.tsx';

interface Props {
  readonly label: string;
  /** Instants in ms since epoch. */
  readonly span: { readonly from: number; readonly to: number };
  /** Only these devices; all by default. */
  readonly isShown?: ((serial: string) => boolean) | undefined;
  /** Renders what stands above the lanes. */
  readonly above?: (lanes: readonly Lane[]) => ReactNode;
}

/** How often the lanes of a span that is not over are requested again, in ms. */
const EVERY_MS = 300_000;

/** Renders the lanes of devices in a span, from the server's history; a press opens that moment on the page of the device. */
export function PastLanes({ label, span, isShown, above }: Props) {
  const query = { from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() };
  const { answer, failure, isLoading, isUnknown, refresh } = useRetriedAnswer(getHistoryActivity, {}, query, EVERY_MS);
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
      {above?.(lanes)}
      <StateLanes {...{ label, lanes, span, onMoment }} />
    </>
  );
}
