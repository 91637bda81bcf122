import { chakra } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { FieldFrame } from './Field.tsx';
import { fieldSurface } from './fieldSurface.ts';
import { IconButton } from './IconButton.tsx';

const Line = chakra('div', {
  base: {
    ...fieldSurface,
    display: 'flex',
    width: { base: '100%', md: '384px' },
    height: { base: '44px', lg: '36px' },
    '& input': { flex: 1, minWidth: 0, px: '4px', bg: 'transparent', outline: 'none', textAlign: 'center' },
    // Some browsers show today's date in an empty field, as if it were chosen.
    '& input[data-empty]:not(:focus-within)': { color: 'transparent' },
    '& button': { height: '100%', width: { base: '44px', lg: '36px' } },
  },
});

interface Props {
  readonly label: string;
  /** Local date and minute, e.g. `2026-03-04T14:05`; '' for none. */
  readonly text: string;
  /** The maximum, in the same format. */
  readonly latest: string;
  /** In seconds. */
  readonly step: number;
  /** The label of one step, e.g. '5 minutes'. */
  readonly stepName: string;
  /** Called on Enter and on blur with the field's content, '' for an incomplete time. */
  readonly onText: (text: string) => void;
  readonly onStep: (by: -1 | 1) => void;
  /** True when a later step exists. */
  readonly hasLater: boolean;
  readonly problem?: string | undefined;
  readonly hint: string;
}

/** Renders a field for date and time in steps: typed, picked, or moved by the buttons at its ends. Calls nothing while the user types. */
export function TimeStepField({ label, text, latest, step, stepName, onText, onStep, hasLater, problem, hint }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const settle = () => {
    if (typed !== null) onText(typed);
    setTyped(null);
  };
  return (
    <FieldFrame label={label} problem={problem} hint={hint}>
      {({ id, invalid, describedBy }) => (
        <Line data-invalid={invalid || undefined}>
          <StepButton label={label} word={`${stepName} earlier`} icon={ChevronLeft} disabled={text === ''} onClick={() => onStep(-1)} />
          <input
            id={id}
            type="datetime-local"
            step={step}
            max={latest}
            value={typed ?? text}
            data-empty={(typed ?? text) === '' || undefined}
            aria-invalid={invalid}
            aria-describedby={describedBy}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={settle}
            onKeyDown={({ key }) => key === 'Enter' && settle()}
          />
          <StepButton
            label={label}
            word={`${stepName} later`}
            icon={ChevronRight}
            disabled={text === '' || !hasLater}
            onClick={() => onStep(1)}
          />
        </Line>
      )}
    </FieldFrame>
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
