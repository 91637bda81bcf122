import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { adjacentSerial } from '#domain/devices/deviceList';
import { Button } from '#ui/Button';
import type { SelectedDevice } from './useSelectedSerial.ts';
import { useStepKeys } from './useStepKeys.ts';

/** Renders the buttons to the previous and the next device, which the arrow keys trigger too; both ends wrap. */
export function DeviceSteps({ serial, choices: devices, select }: Pick<SelectedDevice, 'serial' | 'choices' | 'select'>) {
  // Keys may repeat faster than the screen renders: each step starts from the previous one, also after a device in between was rendered.
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
