import { ArrowRight, ArrowUpDown, OctagonAlert, Route, Sun, Wifi } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router-dom';
import type { getTotalMetrics } from '#contract/fleet/metrics';
import type { z } from '#contract/schema';
import { fleetStateLink, type ShownKind } from '#domain/devices/fleetFilter';
import { kilometres, MISSING, numberText } from '#domain/text/numbers';
import { Skeleton } from '#ui/Skeleton';
import { StatBand, statLink, StatUnit } from '#ui/StatBand';
import { ErrorLines } from './ErrorLines.tsx';
import type { FleetCounts } from './fleetNumbers.ts';
import { LaneStrip } from './LaneStrip.tsx';
import type { LoadStatus } from './loadStatus.ts';
import type { FailingDevice } from './useErrorStarts.ts';
import { chakra } from '@chakra-ui/react';

/** Short lines below a number, with the label on the left and the figure on the right. */
const EvidenceLines = chakra('ul', { base: { listStyle: 'none' } });
const EvidenceLine = chakra('li', { base: { display: 'flex', alignItems: 'center', gap: '8px', minHeight: '20px', whiteSpace: 'nowrap' } });
const LineFigure = chakra('span', { base: { ml: 'auto' } });

interface Props {
  /** Whether the devices and their states are loaded; `totalsKnown` says the same for the totals. */
  readonly known: LoadStatus;
  readonly numbers: FleetCounts;
  readonly failing: readonly FailingDevice[];
  /** Of the list of the devices in error. */
  readonly listRef?: Ref<HTMLDivElement> | undefined;
  readonly totalsKnown: LoadStatus;
  readonly totals: z.infer<typeof getTotalMetrics.answer> | undefined;
}

const StatLink = chakra(Link, { base: statLink });

const toThem = (label: string, show: ShownKind) => (
  <StatLink to={fleetStateLink(show)} aria-label={`${label}: show them`}>
    <ArrowRight aria-hidden="true" />
  </StatLink>
);

const WHY: Readonly<Record<Exclude<LoadStatus, 'known'>, string | null>> = {
  loading: null,
  failed: 'Not known',
  unknown: 'Not known at that time',
};

/** Returns a number with its evidence, or the placeholder and the reason while the number is not loaded. */
function shown(known: LoadStatus, number: ReactNode, evidence?: ReactNode) {
  if (known === 'known') return { number, evidence };
  return { number: known === 'loading' ? <Skeleton width="64px" /> : MISSING, evidence: WHY[known] };
}

/**
 * Renders the band of five key numbers: Devices in Error, Devices in Treatment, Online Devices, Mileage (km) and Lane Switches, each with its evidence and
 * link.
 */
export function FleetNumbers({ known, numbers, failing, listRef, totalsKnown, totals }: Props) {
  const { inError, treating, onlineCount, isUnknown, ticks } = numbers;
  const online = (
    <>
      <span>{isUnknown ? 'Unknown' : numberText(onlineCount)}</span> <StatUnit>{`of ${numberText(ticks.length)}`}</StatUnit>
    </>
  );
  return (
    <StatBand
      isSteady
      stats={[
        {
          label: 'Devices in Error',
          icon: OctagonAlert,
          full: true,
          tone: known === 'known' && inError.length > 0 ? 'error' : undefined,
          link: toThem('Devices in Error', 'error'),
          ...shown(known, inError.length, <ErrorLines failing={failing} count={inError.length} listRef={listRef} />),
        },
        {
          label: 'Devices in Treatment',
          icon: Sun,
          wide: true,
          tone: known === 'known' && treating.length > 0 ? 'treating' : undefined,
          link: toThem('Devices in Treatment', 'treating'),
          ...shown(known, treating.length, <TreatmentLines {...numbers} />),
        },
        { label: 'Online Devices', icon: Wifi, wide: true, ...shown(known, online, <LaneStrip ticks={ticks} />) },
        { label: 'Mileage (km)', icon: Route, ...shown(totalsKnown, numberText(kilometres(totals?.total_mileage))) },
        { label: 'Lane Switches', icon: ArrowUpDown, ...shown(totalsKnown, numberText(totals?.total_laneswitches)) },
      ]}
    />
  );
}

/** Renders how many devices are treating, and how many are waiting or starting. */
function TreatmentLines({ treating, startingCount }: Pick<FleetCounts, 'treating' | 'startingCount'>) {
  return (
    <EvidenceLines>
      <EvidenceLine>
        Treating <LineFigure>{numberText(treating.length - startingCount)}</LineFigure>
      </EvidenceLine>
      <EvidenceLine>
        Waiting or starting <LineFigure>{numberText(startingCount)}</LineFigure>
      </EvidenceLine>
    </EvidenceLines>
  );
}
