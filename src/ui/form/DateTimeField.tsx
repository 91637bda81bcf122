import { chakra } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { FieldContainer } from '../Field.tsx';
import { fieldSurface } from '../fieldSurface.ts';
import { IconButton } from '../IconButton.tsx';
import { DateTimeBox, type DateTimeTexts } from './DateTimeBox.tsx';

const Line = chakra('div', {
  base: {
    ...fieldSurface,
    display: 'flex',
    width: { base: '100%', md: '384px' },
    maxWidth: '100%',
    height: { base: '44px', lg: '36px' },
    '& input': { flex: 1, minWidth: 0, px: '4px', bg: 'transparent', outline: 'none', textAlign: 'center' },
    '& > button': { height: '100%', width: { base: '44px', lg: '36px' } },
  },
});

interface Props {
  readonly label: string;
  readonly texts: DateTimeTexts;
  /** ms since epoch; null for none. */
  readonly at: number | null;
  /** Called on Enter, on blur and when a day is chosen; null for an emptied or unreadable field. */
  readonly onAt: (at: number | null) => void;
  /** The last instant that can be chosen. */
  readonly latest?: number | undefined;
  /** The label of one step, e.g. '5 minutes'. */
  readonly stepName: string;
  readonly onStep: (by: -1 | 1) => void;
  /** True when a later step exists. */
  readonly hasLater: boolean;
  readonly problem?: string | undefined;
  /** Shown instead of `problem` while the typed text cannot be read. */
  readonly unreadable: string;
  readonly hint: string;
}

/** Renders a field for date and time in steps: typed, chosen, or moved by the buttons at its ends. Calls nothing while the user types. */
export function DateTimeField({ label, texts, at, onAt, latest, stepName, onStep, hasLater, problem, unreadable, hint }: Props) {
  const [isUnreadable, setUnreadable] = useState(false);
  return (
    <FieldContainer label={label} problem={isUnreadable ? unreadable : problem} hint={hint}>
      {({ id, invalid, describedBy }) => (
        <Line data-invalid={invalid || undefined}>
          <StepButton label={label} word={`${stepName} earlier`} icon={ChevronLeft} disabled={at === null} onClick={() => onStep(-1)} />
          <DateTimeBox
            id={id}
            label={label}
            texts={texts}
            at={at}
            onAt={onAt}
            onUnreadable={setUnreadable}
            latest={latest}
            aria-invalid={invalid}
            aria-describedby={describedBy}
          />
          <StepButton
            label={label}
            word={`${stepName} later`}
            icon={ChevronRight}
            disabled={at === null || !hasLater}
            onClick={() => onStep(1)}
          />
        </Line>
      )}
    </FieldContainer>
  );
}

interface StepProps {
  readonly label: string;
  readonly word: string;
  readonly icon: LucideIcon;
  readonly disabled: boolean;
  readonly onClick: () => void;
}

function StepButton({ label, word, icon: Icon, disabled, onClick }: StepProps) {
  return (
    <IconButton aria-label={`${label}: ${word}`} title={word} disabled={disabled} onClick={onClick}>
      <Icon aria-hidden="true" />
    </IconButton>
  );
}
