import { useEffect } from 'react';

/** Where an arrow key means something else: fields, lists, tabs, sliders, maps, and whatever stands in a dialog. */
const TAKEN = [
  'input, select, textarea, canvas, [contenteditable=true], [role=dialog], [role=alertdialog], [role=listbox], [role=combobox]',
  '[role=menu], [role=menubar], [role=slider], [role=tab], [role=radio], [role=grid], [role=spinbutton]',
].join(', ');

function stepOf(event: KeyboardEvent): -1 | 1 | null {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  if (event.target instanceof Element && event.target.closest(TAKEN) !== null) return null;
  if (event.key === 'ArrowLeft') return -1;
  return event.key === 'ArrowRight' ? 1 : null;
}

/** Calls `onStep` for the left (-1) and right (+1) arrow keys, unless what has the focus uses them itself. */
export function useStepKeys(onStep: (step: -1 | 1) => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const step = stepOf(event);
      if (step !== null) onStep(step);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [onStep]);
}
