import type { Call } from '#contract/call';
import { selectEntry } from '#state/answers';
import { dataCalls } from '#state/deviceData';
import type { RootState } from '#state/store';
import { useAppSelector } from '#state/useAppSelector';
import { keyOfView, useQuery } from '#state/useQuery';
import type { SettingsGroup, SettingsRow } from './selectSettingsRows.ts';

/** So many devices are asked at once; the next when these are known, a second later. */
const AT_ONCE = 12;

interface Props {
  readonly rows: readonly SettingsRow[];
  readonly group: SettingsGroup;
}

function AskOnce({ serial, group }: { readonly serial: string; readonly group: SettingsGroup }): null {
  const call: Call = dataCalls[group];
  useQuery(call, { serial }, {}, { everyMs: null });
  return null;
}

/** The next devices that lack a group and whose request has not failed, as one text. */
function nextUnknown(s: RootState, rows: readonly SettingsRow[], group: SettingsGroup): string {
  const next: string[] = [];
  for (const row of rows) {
    if (next.length === AT_ONCE) break;
    const { serial } = row.device;
    if (row[group] === undefined && selectEntry(s, keyOfView(dataCalls[group], { serial }))?.failure === undefined) next.push(serial);
  }
  return next.join('\n');
}

/** Asks the devices of the other pages little by little, so that filters and orders find them too. What follows is pushed. */
export function AskRest({ rows, group }: Props) {
  const serials = useAppSelector((s) => nextUnknown(s, rows, group));
  return serials === '' ? null : serials.split('\n').map((serial) => <AskOnce key={serial} serial={serial} group={group} />);
}
