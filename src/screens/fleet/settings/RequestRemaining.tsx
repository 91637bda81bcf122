import { useMemo, useState } from 'react';
import { shallowEqual } from 'react-redux';
import type { Call } from '#contract/call';
import { selectEntry } from '#state/answers';
import { dataGroups } from '#contract/fleet/dataGroup';
import { useAppSelector } from '#hooks/useAppSelector';
import { useIsPast } from '#hooks/IntentContext';
import { useQuery } from '#hooks/useQuery';
import { keyOfView } from '#state/viewRequest';
import { AT_ONCE, nextRequests, nothingRequested, waitingDevices } from './remainingRequests.ts';
import type { SettingsGroup, SettingsRow } from './selectSettingsRows.ts';

/** Interval of a poll that ends with its first answer, in ms: a failed request is repeated after twice this time, or when the browser is online again. */
const REPEATED_EVERY_MS = 15_000;

interface Props {
  readonly rows: readonly SettingsRow[];
  readonly group: SettingsGroup;
}

function RequestOnce({ serial, group }: { readonly serial: string; readonly group: SettingsGroup }): null {
  const call: Call = dataGroups[group].call;
  useQuery(call, { serial }, {}, { everyMs: REPEATED_EVERY_MS });
  return null;
}

/** Requests the data of the devices on other pages in batches, so that filtering and sorting include them. Updates are pushed. Source: ONCE1. */
export function RequestRemaining({ rows, group }: Props) {
  const isPast = useIsPast();
  const [requests, setRequests] = useState(nothingRequested);
  const unknown = useMemo(() => rows.flatMap((row) => (row[group] === undefined ? [row.device.serial] : [])), [rows, group]);
  // Those that get the places of devices whose requests have ended are read beforehand: what is known of them is of an earlier request.
  const serials = useMemo(
    () => [...requests.places.map(({ serial }) => serial), ...waitingDevices(requests, unknown).slice(0, AT_ONCE)],
    [requests, unknown],
  );
  const entries = useAppSelector(
    (s) => serials.map((serial) => selectEntry(s, keyOfView(dataGroups[group].call, { serial }))),
    shallowEqual,
  );
  // At a past moment nothing is requested, and the responses are those of that moment.
  const next = isPast ? requests : nextRequests(requests, unknown, (serial) => entries[serials.indexOf(serial)]);
  if (next !== requests) setRequests(next);
  return requests.places.map(({ serial }) => <RequestOnce key={serial} serial={serial} group={group} />);
}
