import { chakra } from '@chakra-ui/react';
import type { ComponentProps } from 'react';
import { FieldContainer, type FieldProps } from './Field.tsx';
import { fieldSurface } from './fieldSurface.ts';
import { useIsSaving } from './SavingContext.ts';

const Box = chakra('textarea', {
  base: {
    ...fieldSurface,
    display: 'block',
    width: '100%',
    px: '14px',
    py: '8px',
    minHeight: '72px',
    // The field also grows with wrapped lines if the browser supports that.
    fieldSizing: 'content',
    maxHeight: '320px',
    resize: 'vertical',
  },
});

type Props = Pick<FieldProps, 'label' | 'isLabelHidden' | 'value' | 'onValue' | 'problem' | 'hint'> &
  Omit<ComponentProps<typeof Box>, 'onChange' | 'value'>;

/** Renders a multi-line text field with its label; it grows with its content. */
export function TextArea({ label, isLabelHidden, value, onValue, problem, hint, readOnly = false, ...box }: Props) {
  const isSaving = useIsSaving();
  return (
    <FieldContainer label={label} isLabelHidden={isLabelHidden} problem={problem} hint={hint}>
      {({ control }) => (
        <Box
          rows={Math.min(8, value.split('\n').length + 1)}
          {...box}
          {...control}
          readOnly={readOnly || isSaving}
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </FieldContainer>
  );
}
