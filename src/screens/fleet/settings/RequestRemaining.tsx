import type { Call } from '#contract/call';
import { selectEntry } from '#state/answers';
import { dataGroups } from '#contract/fleet/dataGroup';
import type { RootState } from '#state/store';
import { useAppSelector } from '#hooks/useAppSelector';
import { useQuery } from '#hooks/useQuery';
import { keyOfView } from '#state/viewRequest';
import type { SettingsGroup, SettingsRow } from './selectSettingsRows.ts';

/** Number of devices requested at the same time; the next batch follows when these are loaded. */
const AT_ONCE = 12;

interface Props {
  readonly rows: readonly SettingsRow[];
  readonly group: SettingsGroup;
}

function RequestOnce({ serial, group }: { readonly serial: string; readonly group: SettingsGroup }): null {
  const call: Call = dataGroups[group].call;
  useQuery(call, { serial }, {}, { everyMs: null });
  return null;
}

/** Returns the serials of the next devices that lack a group and whose request has not failed, one per line. */
function nextUnknown(s: RootState, rows: readonly SettingsRow[], group: SettingsGroup): string {
  const next: string[] = [];
  for (const row of rows) {
    if (next.length === AT_ONCE) break;
    const { serial } = row.device;
    if (row[group] === undefined && selectEntry(s, keyOfView(dataGroups[group].call, { serial }))?.failure === undefined) next.push(serial);
  }
  return next.join('\n');
}

/** Requests the data of the devices on other pages in batches, so that filtering and sorting include them. Updates are pushed. */
export function RequestRemaining({ rows, group }: Props) {
  const serials = useAppSelector((s) => nextUnknown(s, rows, group));
  return serials === '' ? null : serials.split('\n').map((serial) => <RequestOnce key={serial} serial={serial} group={group} />);
}
