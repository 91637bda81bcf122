import { chakra } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { monthAfter, type Month } from '#domain/history/monthDays';
import { monthText } from '#domain/text/dayText';
import { IconButton } from '#ui/IconButton';

const Line = chakra('div', { base: { display: 'flex', alignItems: 'center', justifyContent: 'space-between' } });
const Name = chakra('span', { base: { fontWeight: 600, textAlign: 'center', minWidth: '136px' } });

interface Props {
  readonly month: Month;
  readonly onMonth: (month: Month) => void;
  /** The last month that can be chosen. */
  readonly newest: Month;
}

/** Renders a month between the buttons to the previous and the next one. */
export function MonthSteps({ month, onMonth, newest }: Props) {
  return (
    <Line>
      <IconButton aria-label="Previous month" onClick={() => onMonth(monthAfter(month, -1))}>
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <Name aria-live="polite">{monthText(month)}</Name>
      <IconButton aria-label="Next month" disabled={month >= newest} onClick={() => onMonth(monthAfter(month, 1))}>
        <ChevronRight aria-hidden="true" />
      </IconButton>
    </Line>
  );
}
