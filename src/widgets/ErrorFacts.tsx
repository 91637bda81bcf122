/** Facts about a device in error, for a list: code and text (`ErrorWhat`), start (`ErrorSince`), place (`ErrorWhere`), and Stop (`RowStop`). */

import { chakra } from '@chakra-ui/react';
import { CircleCheck, LoaderCircle, OctagonX } from 'lucide-react';
import { getErrorOverview } from '#contract/fleet/machine';
import { getGreenhouses } from '#contract/place';
import { activityOf } from '#domain/devices/activity';
import { faultLine, listedFaults } from '#domain/devices/faults';
import { errorStart, sinceText } from '#domain/errorCodes/errorSince';
import { named } from '#domain/text/displayNames';
import { ageText } from '#domain/text/duration';
import { MISSING } from '#domain/text/numbers';
import { selectAnswer } from '#state/answers';
import { selectSiteId } from '#state/deviceSite';
import { selectNow, selectTickedAt } from '#state/clock';
import { selectNewestCommand } from '#state/commands';
import { stateNow, type FleetRow } from '#state/fleetRows';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector, useDeviceLabel } from '#hooks/useAppSelector';
import { Skeleton } from '#ui/Skeleton';
import { CommandButton } from './CommandButton.tsx';
import { ErrorCode } from './ErrorCode.tsx';
import { ErrorText } from './ErrorText.tsx';
import { MoreFaults } from './MoreFaults.tsx';

interface Where {
  readonly location: string;
  readonly greenhouse: string | undefined;
  readonly node: string | null | undefined;
}

/** Returns the known parts of a device's place, from the largest to the smallest: `De Linde · Greenhouse 2 · node 104`. Source: WRONG1. */
function whereText({ location, greenhouse, node }: Where): string {
  return [location, greenhouse, node == null || node === '' ? undefined : `node ${node}`]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ');
}

// Facts about a device in error, in any list: its error, start, place and Stop.

interface Props {
  readonly row: FleetRow;
}

/** Renders the error: the code and its text, or else the worst fault, and the number of further faults. Source: FAULTS1. */
export function ErrorWhat({ row }: Props) {
  const state = stateNow(row);
  const { code, label } = activityOf(state);
  const { first, further } = listedFaults(state);
  const more = <MoreFaults faults={further} />;
  if (code === undefined)
    return (
      <>
        {label}
        {first !== null && <span> {faultLine(first)}</span>}
        {more}
      </>
    );
  return (
    <>
      <ErrorCode code={code} />{' '}
      <span>
        <ErrorText code={code} place="events" />
      </span>
      {more}
    </>
  );
}

/** Period in which the start of an error is searched, in hours. */
const HOURS = '48';

/** Renders the start of a device's error, as time and duration; requests the error periods of the device while it is mounted. */
export function ErrorSince({ row: { device, reported } }: Props) {
  const { answer, at, isLoading } = useAnswer(getErrorOverview, { serial: device.serial, hours: HOURS });
  const since = errorStart(answer?.result ?? [], at, reported?.errorBegan ?? null);
  const text = useAppSelector((s) => (since === null ? MISSING : `${sinceText(since, selectNow(s))}, ${ageText(selectNow(s) - since)}`));
  if (isLoading && since === null) return <Skeleton width="96px" />;
  return <>{text}</>;
}

/** Renders the place of a device: location, greenhouse, node. */
export function ErrorWhere({ row }: Props) {
  const { location, device } = row;
  const greenhouse = useAppSelector((s) => {
    const site = selectSiteId(s, device.serial);
    const found = site === null ? undefined : selectAnswer(s, getGreenhouses)?.results.find(({ map_id }) => map_id === site);
    return found && named(found).name;
  });
  return <>{whereText({ location, greenhouse, node: stateNow(row)?.current_node })}</>;
}

/** Time for which a row shows that its stop succeeded, in ms. */
const DONE_SHOWN_MS = 60_000;

type StopPhase = 'sending' | 'done' | null;

/** Returns the phase of the last stop of a device; null after `DONE_SHOWN_MS`. */
function useStopPhase(serial: string): StopPhase {
  return useAppSelector((s) => {
    const last = selectNewestCommand(s, serial, 'stop');
    if (last?.phase === 'given') return 'sending';
    return last?.phase === 'sent' && last.endedAt !== null && selectTickedAt(s) - last.endedAt < DONE_SHOWN_MS ? 'done' : null;
  });
}

const stopWords = { sending: 'Sent', done: 'Done' } as const;
const stopIcons = { sending: LoaderCircle, done: CircleCheck } as const;

// All texts have the same width, so adjacent elements do not move.
const Place = chakra('div', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: '8px',
    minWidth: '140px',
  },
});
const Outcome = chakra('span', {
  base: { display: 'inline-flex', alignItems: 'center', gap: '4px', fontSize: '13px', fontWeight: 600, '--icon': '14px' },
});

/** Renders Stop in a list of devices, with the name of its device, and the outcome next to it; the button itself does not change. */
export function RowStop({ row: { device } }: Props) {
  const phase = useStopPhase(device.serial);
  const Icon = phase === null ? null : stopIcons[phase];
  return (
    <Place>
      <Outcome role="status">
        {Icon !== null && <Icon aria-hidden="true" />}
        {phase !== null && <span>{stopWords[phase]}</span>}
      </Outcome>
      <CommandButton
        name="stop"
        serial={device.serial}
        variant="danger"
        size="sm"
        icon={OctagonX}
        label="Stop"
        of={useDeviceLabel(device.serial)}
      />
    </Place>
  );
}
