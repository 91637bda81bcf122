import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { FieldContainer } from '../Field.tsx';
import { useIsSaving } from '../SavingContext.ts';
import { BoxButton, DateTimeBox, type DateTimeTexts } from './DateTimeBox.tsx';

interface Props {
  readonly label: string;
  readonly texts: DateTimeTexts;
  /** The instant, in ms since epoch; null if there is none. */
  readonly at: number | null;
  /** Called on Enter, on blur and when a day is selected; null for an emptied or unreadable field. */
  readonly onAt: (at: number | null) => void;
  /** The last instant that can be selected. */
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

/** Renders a field for date and time in steps: the value is typed, selected, or changed by the buttons at the ends. No callback is called during typing. */
export function DateTimeField({ label, texts, at, onAt, latest, stepName, onStep, hasLater, problem, unreadable, hint }: Props) {
  const [isUnreadable, setUnreadable] = useState(false);
  return (
    <FieldContainer label={label} problem={isUnreadable ? unreadable : problem} hint={hint}>
      {({ id, invalid, describedBy }) => (
        <DateTimeBox
          id={id}
          size="md"
          label={label}
          texts={texts}
          at={at}
          onAt={onAt}
          onUnreadable={setUnreadable}
          latest={latest}
          aria-invalid={invalid}
          aria-describedby={describedBy}
          before={
            <StepButton label={label} word={`${stepName} earlier`} icon={ChevronLeft} disabled={at === null} onClick={() => onStep(-1)} />
          }
          after={
            <StepButton
              label={label}
              word={`${stepName} later`}
              icon={ChevronRight}
              disabled={at === null || !hasLater}
              onClick={() => onStep(1)}
            />
          }
        />
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
  const isSaving = useIsSaving();
  return (
    <BoxButton size="md" aria-label={`${label}: ${word}`} title={word} disabled={disabled || isSaving} onClick={onClick}>
      <Icon aria-hidden="true" />
    </BoxButton>
  );
}
