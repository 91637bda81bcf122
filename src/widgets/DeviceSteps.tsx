import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { adjacentSerial } from '#domain/devices/deviceList';
import { Button } from '#ui/Button';
import type { SelectedDevice } from './useSelectedSerial.ts';
import { isShortcut, isWithin, OPERATED } from '#ui/keyTargets';

/** The buttons that the arrow keys trigger. */
const STEP_BUTTON = '[aria-keyshortcuts^="Arrow"]';

function stepOf(event: KeyboardEvent): -1 | 1 | null {
  if (!isShortcut(event) || event.shiftKey) return null;
  if (isWithin(event, OPERATED) && !isWithin(event, STEP_BUTTON)) return null;
  if (event.key === 'ArrowLeft') return -1;
  return event.key === 'ArrowRight' ? 1 : null;
}

/** Calls `onStep` for the left (-1) and right (+1) arrow keys, unless a control has the focus. */
function useStepKeys(onStep: (step: -1 | 1) => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const step = stepOf(event);
      if (step !== null) onStep(step);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [onStep]);
}

/** Renders the buttons to the previous and the next device, which the arrow keys also trigger; both ends wrap. */
export function DeviceSteps({ serial, choices: devices, select }: Pick<SelectedDevice, 'serial' | 'choices' | 'select'>) {
  // Keys may repeat faster than the screen renders: each step starts from the previous one, even if a device in between has been rendered since.
  const led = useRef(serial);
  const steps = useRef<readonly string[]>([]);
  useEffect(() => {
    const rendered = serial === null ? -1 : steps.current.lastIndexOf(serial);
    steps.current = rendered < 0 ? [] : steps.current.slice(rendered + 1);
    if (rendered < 0) led.current = serial;
  }, [serial]);
  const step = useCallback(
    (by: -1 | 1) => {
      const beside = adjacentSerial(devices, led.current, by);
      if (beside === null || beside === led.current) return;
      led.current = beside;
      steps.current = [...steps.current, beside];
      select(beside);
    },
    [devices, select],
  );
  useStepKeys(step);
  return (
    <>
      <Button aria-label="Previous device" aria-keyshortcuts="ArrowLeft" disabled={devices.length < 2} onClick={() => step(-1)}>
        <ChevronLeft aria-hidden="true" />
      </Button>
      <Button aria-label="Next device" aria-keyshortcuts="ArrowRight" disabled={devices.length < 2} onClick={() => step(1)}>
        <ChevronRight aria-hidden="true" />
      </Button>
    </>
  );
}
