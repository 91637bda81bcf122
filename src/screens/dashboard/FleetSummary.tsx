import { chakra } from '@chakra-ui/react';
import { sinceText } from '#domain/errorCodes/errorSince';
import { MISSING, numberText } from '#domain/text/numbers';
import { countText } from '#domain/text/labels';
import { selectNow } from '#state/clock';
import { selectFleetKnownAt } from '#state/health';
import { selectLocationNames } from '#state/referenceData';
import { useAppSelector } from '#hooks/useAppSelector';
import { Skeleton } from '#ui/Skeleton';
import { AgeText } from '#widgets/AgeText';
import { DeviceLink } from '#widgets/DeviceLink';
import type { FleetCounts } from './fleetNumbers.ts';
import type { LoadStatus } from './loadStatus.ts';
import type { FailingDevice } from './useErrorStarts.ts';

const Sentence = chakra('p', {
  base: {
    textStyle: 'title',
    fontSize: { base: '20px', md: '22px' },
    // The height is the same for all states, so that the content below does not move when a device goes into error or recovers.
    minHeight: { base: '84px', sm: '56px', lg: '28px' },
    overflow: { lg: 'hidden' },
    textOverflow: { lg: 'ellipsis' },
    whiteSpace: { lg: 'nowrap' },
  },
});
const More = chakra('em', { base: { fontStyle: 'normal', fontWeight: 400, color: 'fg.muted' } });

interface Props {
  readonly known: LoadStatus;
  readonly numbers: FleetCounts;
  readonly failing: readonly FailingDevice[];
}

/** Renders the sentence at the top: the number of devices in error and the newest error, or "No device is in error." */
export function FleetSummary({ known, numbers, failing }: Props) {
  if (known === 'loading') {
    return (
      <Sentence aria-busy="true">
        <Skeleton width="min(420px, 80%)" />
      </Sentence>
    );
  }
  if (known === 'failed') return <Sentence>The state of the devices is not known.</Sentence>;
  if (known === 'unknown') return <Sentence>Not known at that time</Sentence>;
  const { inError, treating, onlineCount, isUnknown, ticks } = numbers;
  if (isUnknown) return <LastKnown inError={inError.length} treating={treating.length} />;
  if (inError.length === 0) {
    return (
      <Sentence>
        No device is in error.{' '}
        <More>{`${numberText(onlineCount)} of ${numberText(ticks.length)} online, ${numberText(treating.length)} in treatment.`}</More>
      </Sentence>
    );
  }
  return (
    <Sentence>
      {`${countText(inError.length, 'device')} in error. `}
      <Newest count={inError.length} failing={failing} />
    </Sentence>
  );
}

/** Renders that the console does not currently know the state of the fleet, since when, and the last known numbers. */
function LastKnown({ inError, treating }: { readonly inError: number; readonly treating: number }) {
  const at = useAppSelector(selectFleetKnownAt);
  return (
    <Sentence>
      <span>Not known which devices are online.</span>{' '}
      <More>
        <span>{`Last known: ${numberText(inError)} in error, ${numberText(treating)} in treatment,`}</span>{' '}
        {at !== undefined && <AgeText at={at} clock="console" />}
      </More>
    </Sentence>
  );
}

/** Renders which error began last; nothing unless the start of every error is known. */
function Newest({ count, failing }: { readonly count: number; readonly failing: readonly FailingDevice[] }) {
  const listed = failing.filter(({ isOver }) => !isOver);
  // The lines may keep another order while the pointer is among them.
  const [newest] = listed.toSorted((a, b) => (b.since ?? 0) - (a.since ?? 0));
  const isCertain = listed.length === count && listed.every(({ since }) => since !== null);
  const place = useAppSelector((s) => selectLocationNames(s).get(newest?.row.device.serial ?? ''));
  const since = useAppSelector((s) => (newest?.since == null ? '' : sinceText(newest.since, selectNow(s))));
  if (newest === undefined || !isCertain) return null;
  const where = place === undefined || place === MISSING ? '' : ` at ${place}`;
  return (
    <More>
      <span>{count === 1 ? 'It is' : 'The newest is'}</span> <DeviceLink {...newest.row.device} />
      <span>{`${where}, since ${since}.`}</span>
    </More>
  );
}
