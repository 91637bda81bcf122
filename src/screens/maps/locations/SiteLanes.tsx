import { useMemo } from 'react';
import { DAY_MS, MINUTE_MS } from '#domain/text/timeUnits';
import { selectNow } from '#state/clock';
import type { FleetRow } from '#state/fleetRows';
import { useAppSelector } from '#hooks/useAppSelector';
import { Section } from '#ui/Section';
import { PastLanes } from '#widgets/PastLanes';

/** The step by which the span moves, in ms: each step sends another request. */
const STEP_MS = 5 * MINUTE_MS;

interface Props {
  /** The devices that are deployed at the location. */
  readonly devices: readonly Pick<FleetRow, 'device'>[];
}

/** Renders the activities of a location's devices in the last 24 hours, from the server's history. */
export function SiteLanes({ devices }: Props) {
  const to = useAppSelector((s) => Math.ceil(selectNow(s) / STEP_MS) * STEP_MS);
  // The rows change with every report, their serials do not.
  const serials = devices
    .map(({ device }) => device.serial)
    .toSorted()
    .join('\n');
  const isShown = useMemo(() => {
    const own = new Set(serials.split('\n'));
    return (serial: string) => own.has(serial);
  }, [serials]);
  return (
    <Section title="Last 24 hours">
      <PastLanes label="Last 24 hours" span={{ from: to - DAY_MS, to }} stepMs={STEP_MS} isShown={isShown} />
    </Section>
  );
}
