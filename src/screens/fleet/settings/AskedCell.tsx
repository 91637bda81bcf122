import type { ReactNode } from 'react';
import { selectDeviceDataAt } from '#state/deviceData';
import { selectLink } from '#state/link';
import { useAppSelector } from '#state/useAppSelector';
import { useSettingsInterest } from './useSettingsInterest.ts';
import type { SettingsGroup } from './selectSettingsRows.ts';

interface Props {
  readonly serial: string;
  readonly group: SettingsGroup;
  readonly children: ReactNode;
}

/** What a device told of one group. Asked for while it was never told, and again after a lost link, when a push may have been missed. */
export function AskedCell({ serial, group, children }: Props) {
  const at = useAppSelector((s) => selectDeviceDataAt(s, serial, group));
  const linkedAt = useAppSelector((s) => (selectLink(s).phase === 'open' ? selectLink(s).since : null));
  useSettingsInterest(serial, group, at === undefined || at < (linkedAt ?? 0));
  return children;
}
