import { type KeyboardEvent, type PointerEvent, useRef } from 'react';

/** Minimum width of a column. */
const MIN_COLUMN_PX = 11;
const STEP_PX = 16;

interface Props {
  readonly head: string;
  /** The width in px, if known. */
  readonly width: number | undefined;
  /** Called with the new width and the current widths of all columns, which are kept. */
  readonly onWidth: (width: number, shown: readonly number[]) => void;
}

const shownWidths = (grip: HTMLElement) => [...(grip.closest('tr')?.querySelectorAll('th') ?? [])].map(({ offsetWidth }) => offsetWidth);
const widthOf = (grip: HTMLElement) => grip.closest('th')?.offsetWidth ?? MIN_COLUMN_PX;

/** Renders the right edge of a column head; dragging it, or the arrow keys, change the width of the column. */
export function ColumnGrip({ head, width: known = MIN_COLUMN_PX, onWidth }: Props) {
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const resize = (grip: HTMLElement, width: number) => onWidth(Math.max(MIN_COLUMN_PX, Math.round(width)), shownWidths(grip));
  const begin = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture?.(event.pointerId);
    start.current = { x: event.clientX, width: widthOf(event.currentTarget) };
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (start.current !== null) resize(event.currentTarget, start.current.width + event.clientX - start.current.x);
  };
  const end = () => {
    start.current = null;
  };
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowLeft' ? -STEP_PX : event.key === 'ArrowRight' ? STEP_PX : 0;
    if (by === 0) return;
    event.preventDefault();
    resize(event.currentTarget, widthOf(event.currentTarget) + by);
  };
  return (
    <span
      className="grip"
      role="separator"
      aria-orientation="vertical"
      tabIndex={0}
      aria-label={`Width of ${head}`}
      aria-valuemin={MIN_COLUMN_PX}
      aria-valuenow={known}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={step}
    />
  );
}
