import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { DateTimeBox } from '#ui/form/DateTimeBox';
import { FieldContainer } from '#ui/Field';
import { useLogStore } from '#hooks/useAppSelector';
import { selectNow } from '#state/clock';
import { dateTimeTexts } from '#widgets/dateTimeTexts';

const Box = chakra('div', { base: { width: { base: '100%', sm: '236px' } } });

const UNREADABLE = 'Write a time, such as 02:40, yesterday 22:00 or 26/11/2026 02:40.';

interface Props {
  readonly label: string;
  readonly at: number;
  /** The newest instant that can be chosen, ms since epoch. */
  readonly newest: number;
  readonly onAt: (at: number) => void;
  readonly problem?: string | undefined;
}

/** Renders one end of a span, typed as in the timeline: `yesterday 22:00`, `02:40`, `10 min ago`. */
export function SpanField({ label, at, newest, onAt, problem }: Props) {
  const [isUnreadable, setUnreadable] = useState(false);
  const store = useLogStore();
  return (
    <Box>
      <FieldContainer label={label} problem={isUnreadable ? UNREADABLE : problem}>
        {({ control }) => (
          <DateTimeBox
            {...control}
            size="sm"
            label={label}
            // The newest instant is the end of a step, which at midnight belongs to the next day.
            texts={{
              ...dateTimeTexts('minute', newest - 1, undefined, () => selectNow(store.getState())),
              format: 'yesterday 22:00, 02:40',
            }}
            at={at}
            latest={newest}
            onAt={(chosen) => chosen !== null && onAt(Math.min(chosen, newest))}
            onUnreadable={setUnreadable}
          />
        )}
      </FieldContainer>
    </Box>
  );
}
