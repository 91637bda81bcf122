import { useState } from 'react';
import { getConfigCompare } from '#contract/devices/configuration';
import { useRequest } from '#hooks/useRequest';

/** A complete side of the comparison. */
export interface ComparedSide {
  readonly serial: string;
  readonly at: number;
}
/** The compared sides, independent of later choices. */
export type Compared = readonly [ComparedSide, ComparedSide];

const timeOf = ({ at }: ComparedSide) => new Date(at).toISOString();

/** Compares on request. After a failure there is neither a message nor a result. Source: FLEET-061, FLEET-064, GAP-95. */
export function useComparison() {
  const { send, answer, isPending } = useRequest(getConfigCompare);
  const [compared, setCompared] = useState<Compared | null>(null);
  const compare = (first: ComparedSide, second: ComparedSide) => {
    setCompared([first, second]);
    send({
      params: {},
      query: {
        machine_serial_1: first.serial,
        machine_serial_2: second.serial,
        at_time_machine_1: timeOf(first),
        at_time_machine_2: timeOf(second),
      },
    });
  };
  return { compare, compared, isComparing: isPending, differences: answer?.result.differences };
}
