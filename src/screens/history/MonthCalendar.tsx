import { chakra } from '@chakra-ui/react';
import type { KeyboardEvent } from 'react';
import { dayAfter, monthOf, weeksOf, type Month } from '#domain/history/monthDays';
import { dayText } from '#domain/text/dayText';
import { MonthSteps } from './MonthSteps.tsx';

const Plate = chakra('div', { base: { display: 'grid', gap: '4px', width: '100%' } });
const Days = chakra('table', { base: { width: '100%', tableLayout: 'fixed', fontVariantNumeric: 'tabular-nums' } });
const WeekDay = chakra('th', { base: { height: '24px', textStyle: 'caption', color: 'fg.muted', fontWeight: 500 } });
const Day = chakra('button', {
  base: {
    position: 'relative',
    width: '100%',
    height: { base: '44px', lg: '34px' },
    borderRadius: 'control',
    color: 'fg.subtle',
    // A chosen day keeps its background under the pointer.
    '&:hover:not(:disabled, [aria-pressed=true])': { bg: 'bg.muted' },
    _disabled: { cursor: 'not-allowed' },
    '&[aria-current=date]': { boxShadow: 'inset 0 0 0 1px var(--o-colors-border-control)' },
    '&[aria-pressed=true]': { bg: 'accent.solid', color: 'accent.contrast', fontWeight: 600 },
  },
  variants: {
    isHeld: { true: { color: 'fg', textDecoration: 'underline', textDecorationThickness: '2px', textUnderlineOffset: '4px' } },
    isMarked: {
      true: {
        fontWeight: 600,
        _after: {
          content: '""',
          position: 'absolute',
          insetStart: 'calc(50% - 2.5px)',
          bottom: '2px',
          width: '5px',
          height: '5px',
          borderRadius: 'full',
          bg: 'currentColor',
          '@media (forced-colors: active)': { forcedColorAdjust: 'none' },
        },
      },
    },
  },
});

/** Monday to Sunday, in English like all texts of the console. */
const WEEK_DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const;
const WEEK_DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['ArrowUp', -7],
  ['ArrowDown', 7],
]);

interface Props {
  readonly label: string;
  readonly month: Month;
  readonly onMonth: (month: Month) => void;
  /** The chosen day, `2026-03-04`; null for the whole month. */
  readonly day: string | null;
  /** Called with a day, and with null when the chosen one is pressed again. */
  readonly onDay: (day: string | null) => void;
  readonly today: string;
  /** Underlined days; null while it is unknown which days have data. */
  readonly held: ReadonlySet<string> | null;
  /** Days with a dot, and its meaning. */
  readonly marked: ReadonlyMap<string, string>;
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS.get(event.key);
  const from = event.target instanceof HTMLElement ? event.target.dataset['day'] : undefined;
  if (step === undefined || from === undefined) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>(`[data-day="${dayAfter(from, step)}"]:not(:disabled)`)?.focus();
}

/** Renders a month of days that can be chosen; underlined ones have data, a dot marks one. Arrow keys move from day to day. */
export function MonthCalendar({ label, month, onMonth, day, onDay, today, held, marked }: Props) {
  return (
    <Plate role="group" aria-label={label}>
      <MonthSteps {...{ month, onMonth }} newest={monthOf(today)} />
      <Days data-arrows onKeyDown={moveFocus}>
        <thead>
          <tr>
            {WEEK_DAYS.map((name, index) => (
              <WeekDay key={name} scope="col" abbr={WEEK_DAY_NAMES[index]}>
                {name}
              </WeekDay>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <td key={one}>
                  {monthOf(one) === month && (
                    <Day
                      type="button"
                      data-day={one}
                      isHeld={held?.has(one) === true}
                      isMarked={marked.has(one)}
                      disabled={one > today}
                      aria-label={[dayText(one), ...(held === null || held.has(one) ? [] : ['nothing held']), marked.get(one) ?? '']
                        .filter(Boolean)
                        .join(', ')}
                      aria-pressed={one === day}
                      aria-current={one === today ? 'date' : undefined}
                      onClick={() => onDay(one === day ? null : one)}
                    >
                      {Number(one.slice('yyyy-mm-'.length))}
                    </Day>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Days>
    </Plate>
  );
}
