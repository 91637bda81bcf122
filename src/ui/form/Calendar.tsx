import { DatePicker, defineSlotRecipe, parseDate, useDatePickerContext } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { menuStyle } from '../menuStyle.ts';

const pressed = {
  display: 'grid',
  placeItems: 'center',
  minWidth: { base: '44px', lg: '36px' },
  height: { base: '44px', lg: '36px' },
  px: '4px',
  borderRadius: 'control',
  cursor: 'pointer',
  _hover: { bg: 'bg.emphasized' },
  '&[data-today]': { boxShadow: 'inset 0 0 0 1px var(--o-colors-border-control)' },
  '&[data-selected]': { bg: 'accent.solid', color: 'accent.contrast', fontWeight: 600 },
  '&[data-outside-range]': { color: 'fg.subtle' },
  '&[data-disabled]': { opacity: 0.4, cursor: 'not-allowed' },
} as const;

const recipe = defineSlotRecipe({
  slots: ['content', 'view', 'viewControl', 'viewTrigger', 'prevTrigger', 'nextTrigger', 'table', 'tableHeader', 'tableCellTrigger'],
  base: {
    // The library positions the surrounding element.
    content: { ...menuStyle.plate, position: 'relative', p: '12px' },
    view: { '&:not([hidden])': { display: 'grid', gap: '8px' } },
    viewControl: { display: 'flex', alignItems: 'center', justifyContent: 'space-between' },
    viewTrigger: { ...pressed, fontWeight: 600, px: '12px' },
    prevTrigger: pressed,
    nextTrigger: pressed,
    // Every view is as wide as seven days.
    table: { width: { base: '308px', lg: '252px' }, tableLayout: 'fixed' },
    tableHeader: { textStyle: 'caption', color: 'fg.muted', fontWeight: 500, height: '28px' },
    tableCellTrigger: pressed,
  },
});

/** Makes Space choose the focused day, month or year, as on every other button; the library handles only Enter. Source: CAL2. */
function pressBySpace(event: KeyboardEvent<HTMLElement>): void {
  const { target, key } = event;
  if (key !== ' ' || !(target instanceof HTMLElement) || target.dataset['part'] !== 'table-cell-trigger') return;
  event.preventDefault();
  target.click();
}

export interface CalendarProps {
  readonly label: string;
  readonly anchor: HTMLElement;
  /** The selected day, `2026-03-04`; null if there is none. */
  readonly day: string | null;
  /** The last day that can be selected. */
  readonly latest: string | undefined;
  readonly onDay: (day: string) => void;
  readonly onClose: () => void;
}

/** Renders a month of days over the page, weeks starting on Monday. The calendar has the focus, arrow keys move within it, and Escape closes it. */
export function Calendar({ label, anchor, day, latest, onDay, onClose }: CalendarProps) {
  const plate = useRef<HTMLDivElement>(null);
  // The library moves the focus only when a closed calendar opens, and this one is mounted open. It is not positioned yet, so focusing must not scroll.
  useEffect(() => {
    plate.current?.querySelector<HTMLElement>('[data-view=day][data-focus]')?.focus({ preventScroll: true });
  }, []);
  // A press elsewhere has already moved the focus, so it is not restored.
  const leave = () => {
    if (plate.current?.contains(document.activeElement) === true) anchor.focus();
    onClose();
  };
  return (
    <DatePicker.Root
      recipe={recipe}
      open
      ids={{ trigger: anchor.id }}
      positioning={{ strategy: 'fixed', placement: 'bottom-end', gutter: 4, overlap: true, getAnchorElement: () => anchor }}
      onOpenChange={leave}
      // The texts are English; the order of the days and the first day of the week are Belgian.
      locale="en-BE"
      startOfWeek={1}
      value={day === null ? [] : [parseDate(day)]}
      {...(day === null && latest === undefined ? {} : { defaultFocusedValue: parseDate(day ?? latest ?? '') })}
      {...(latest === undefined ? {} : { max: parseDate(latest) })}
      onValueChange={({ value: [chosen] }) => chosen !== undefined && onDay(chosen.toString().slice(0, 'yyyy-mm-dd'.length))}
    >
      <DatePicker.Positioner>
        <DatePicker.Content ref={plate} role="dialog" aria-label={`${label}: choose a day`} onKeyDown={pressBySpace}>
          <DatePicker.View view="day">
            <Head />
            <DatePicker.DayTable />
          </DatePicker.View>
          <DatePicker.View view="month">
            <Head />
            <DatePicker.MonthTable columns={3} format="long" />
          </DatePicker.View>
          <DatePicker.View view="year">
            <Head />
            <DatePicker.YearTable />
          </DatePicker.View>
        </DatePicker.Content>
      </DatePicker.Positioner>
    </DatePicker.Root>
  );
}

const WIDER = { day: 'choose a month', month: 'choose a year', year: '' } as const;

/** Renders the head of a view. Its accessible name contains the visible text, unlike the library's name, because users with voice control say that text. */
function Head() {
  const { view, visibleRangeText } = useDatePickerContext();
  const seen = [...new Set([visibleRangeText.start, visibleRangeText.end])].filter(Boolean).join(' - ');
  return (
    <DatePicker.ViewControl>
      <DatePicker.PrevTrigger>
        <ChevronLeft aria-hidden="true" />
      </DatePicker.PrevTrigger>
      <DatePicker.ViewTrigger aria-label={[seen, WIDER[view]].filter(Boolean).join(': ')}>{seen}</DatePicker.ViewTrigger>
      <DatePicker.NextTrigger>
        <ChevronRight aria-hidden="true" />
      </DatePicker.NextTrigger>
    </DatePicker.ViewControl>
  );
}
