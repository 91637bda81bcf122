import { chakra } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { adjacentSerial } from '#domain/devices/deviceList';
import { Button } from '#ui/Button';
import type { SelectedDevice } from './useSelectedSerial.ts';
import { isShortcut, isWithin, OPERATED } from '#ui/keyTargets';

const Step = chakra(Button, {
  base: {
    height: { base: 'full', lg: 'full' },
    bg: 'transparent',
    borderRadius: '0',
    borderInlineStart: '1px solid var(--o-colors-border)',
  },
});

/** The buttons that the arrow keys trigger. */
const ARROW_BUTTON = '[aria-keyshortcuts^="Arrow"]';

function directionOf(event: KeyboardEvent): -1 | 1 | null {
  if (!isShortcut(event) || event.shiftKey) return null;
  if (isWithin(event, OPERATED) && !isWithin(event, ARROW_BUTTON)) return null;
  if (event.key === 'ArrowLeft') return -1;
  return event.key === 'ArrowRight' ? 1 : null;
}

/** Calls `onArrow` for the left (-1) and right (+1) arrow keys, unless a control has the focus. */
function useArrowKeys(onArrow: (by: -1 | 1) => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const by = directionOf(event);
      if (by !== null) onArrow(by);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [onArrow]);
}

/** Renders the buttons that select the previous and the next device, which the arrow keys also trigger; the order wraps at both ends. */
export function PreviousNextDevice({ serial, choices: devices, select }: Pick<SelectedDevice, 'serial' | 'choices' | 'select'>) {
  // Keys may repeat faster than the screen renders, so each press starts from the device that the previous press selected, even if it is not rendered yet.
  const led = useRef(serial);
  const passed = useRef<readonly string[]>([]);
  useEffect(() => {
    const rendered = serial === null ? -1 : passed.current.lastIndexOf(serial);
    passed.current = rendered < 0 ? [] : passed.current.slice(rendered + 1);
    if (rendered < 0) led.current = serial;
  }, [serial]);
  const selectBeside = useCallback(
    (by: -1 | 1) => {
      const beside = adjacentSerial(devices, led.current, by);
      if (beside === null || beside === led.current) return;
      led.current = beside;
      passed.current = [...passed.current, beside];
      select(beside);
    },
    [devices, select],
  );
  useArrowKeys(selectBeside);
  return (
    <>
      <Step aria-label="Previous device" aria-keyshortcuts="ArrowLeft" disabled={devices.length < 2} onClick={() => selectBeside(-1)}>
        <ChevronLeft aria-hidden="true" />
      </Step>
      <Step aria-label="Next device" aria-keyshortcuts="ArrowRight" disabled={devices.length < 2} onClick={() => selectBeside(1)}>
        <ChevronRight aria-hidden="true" />
      </Step>
    </>
  );
}
