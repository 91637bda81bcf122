import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import { countsAt, fleetCounts, fleetRows, type GroupCounts, lastCounted, mostCounted, silentCounts } from '#domain/history/fleetCounts';
import { laneGroups, type Lane, type LaneGroup, laneWords } from '#domain/history/lanes';
import { HOUR_MS, MINUTE_MS, type TimeSpan } from '#domain/text/timeUnits';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import { useShownInstant } from '#hooks/useShownInstant';
import { useAppSelector } from '#hooks/useAppSelector';
import { selectNow } from '#state/clock';
import { ChartFrame } from '#widgets/charts/ChartFrame';
import { momentText } from '#widgets/charts/chartTexts';
import type { Band } from '#widgets/charts/NumberPlot';
import { NumberRow } from '#widgets/charts/NumberRow';

const Quiet = chakra('span', { base: { color: 'fg.subtle', fontWeight: 400 } });

/** The step of the chart, in ms: about three pixels in the chart of a day. */
const STEP_MS = 5 * MINUTE_MS;

const band = (colour: Band['colour']): readonly Band[] => [{ upTo: Number.MAX_VALUE, colour }];
const BANDS: Readonly<Record<LaneGroup, readonly Band[]>> = {
  error: band('error.solid'),
  treating: band('treating.solid'),
  moving: band('fg.muted'),
  idle: band('border.control'),
};

const textOf = (counts: GroupCounts): string => laneGroups.map((group) => `${laneWords[group]} ${counts[group]}`).join(', ');

interface Props {
  readonly lanes: readonly Lane[];
  readonly span: TimeSpan;
}

/** Renders the number of devices that were in error, treating, moving and standing over a span; a press or Enter opens the moment. */
export function FleetActivity({ lanes, span }: Props) {
  const { send } = useTimeTravel();
  const shown = useShownInstant();
  const now = useAppSelector((s) => Math.floor(selectNow(s) / MINUTE_MS) * MINUTE_MS);
  const { from, to } = span;
  const fleet = useMemo(() => fleetCounts(lanes, { from, to }, STEP_MS), [lanes, from, to]);
  const silent = useMemo(() => silentCounts(fleet, now), [fleet, now]);
  const textAt = (at: number | null) => {
    const counts = at === null ? null : countsAt(fleet, at);
    return at === null || counts === null ? 'No report' : `${momentText(at, STEP_MS)}: ${textOf(counts)}`;
  };
  return (
    <>
      <ChartFrame
        label="Time in the chart of the fleet"
        first={from}
        newest={lastCounted(fleet)}
        stepMs={STEP_MS}
        shown={shown}
        onMoment={(at) => send({ kind: 'show', at: Math.min(at, now), clock: 'server' })}
        {...{ span, silent, textAt }}
      >
        {(at) => <GroupRows fleet={fleet} at={at} />}
      </ChartFrame>
      <FleetTable fleet={fleet} />
    </>
  );
}

type Fleet = ReturnType<typeof fleetCounts>;

/** Renders a row per group: its number of devices over the span, and at the read instant. */
function GroupRows({ fleet, at }: { readonly fleet: Fleet; readonly at: number | null }) {
  const scale = useMemo(() => ({ least: 0, most: mostCounted(fleet) }), [fleet]);
  const numbers = useMemo(() => {
    const of = (group: LaneGroup) => fleet.counts.map((counts) => counts?.[group] ?? null);
    return laneGroups.map((group) => ({ group, numbers: { least: of(group), most: of(group), mean: of(group) } }));
  }, [fleet]);
  const counts = at === null ? null : countsAt(fleet, at);
  return numbers.map(({ group, numbers: own }) => (
    <NumberRow
      key={group}
      name={laneWords[group]}
      unit="devices"
      height={40}
      levels={[scale.most, 0]}
      bands={BANDS[group]}
      history={fleet}
      numbers={own}
      value={counts === null ? <Quiet>No report</Quiet> : counts[group]}
      {...{ scale, at }}
    />
  ));
}

/** Renders the maximum number of devices in each hour as a table, for screen readers. */
function FleetTable({ fleet }: { readonly fleet: Fleet }) {
  return (
    <div className="sr">
      <table aria-label="Most devices at once, by hour">
        <thead>
          <tr>
            <th scope="col">From</th>
            {laneGroups.map((group) => (
              <th key={group} scope="col">
                {laneWords[group]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fleetRows(fleet, HOUR_MS).map(({ from, most }) => (
            <tr key={from}>
              <th scope="row">{momentText(from, STEP_MS)}</th>
              {laneGroups.map((group) => (
                <td key={group}>{most[group]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
