import { chakra } from '@chakra-ui/react';
import { createSelector } from '@reduxjs/toolkit';
import { useState } from 'react';
import { deviceLabels } from '#domain/devices/deviceList';
import { isRowInError, makeSelectFleetRows } from '#state/fleetRows';
import { selectAllDevices } from '#state/referenceData';
import { useLiveSelector } from '#hooks/useLiveSelector';

/** Maximum number of names shown; the others are counted. */
const NAMED = 2;

const Names = chakra('b', { base: { fontWeight: 600, opacity: 0.85 } });

/** Creates a selector of the names of the devices in error, by serial; null while the devices are unknown. */
function makeSelectFailing() {
  const selectFailing = createSelector([makeSelectFleetRows(), selectAllDevices], (rows, devices): ReadonlyMap<string, string> => {
    const labels = deviceLabels(devices);
    const failing = rows.filter(isRowInError);
    return new Map(failing.map(({ device: { serial, name } }) => [serial, labels.get(serial) ?? name]));
  });
  return (...[state]: Parameters<typeof selectAllDevices>) => (selectAllDevices(state).length === 0 ? null : selectFailing(state));
}

/** Renders which devices have gone into error in the live state since the past was opened. */
export function NewErrors() {
  const [selectFailing] = useState(makeSelectFailing);
  const failing = useLiveSelector(selectFailing);
  const [before, setBefore] = useState(failing);
  if (before === null && failing !== null) setBefore(failing);
  const names = before === null ? [] : [...(failing ?? [])].flatMap(([serial, name]) => (before.has(serial) ? [] : name));
  if (names.length === 0) return null;
  const more = names.length > NAMED ? ` and ${String(names.length - NAMED)} more` : '';
  return (
    <Names>
      Now in error: {names.slice(0, NAMED).join(', ')}
      {more}.
    </Names>
  );
}
