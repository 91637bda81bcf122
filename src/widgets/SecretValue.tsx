import { chakra } from '@chakra-ui/react';
import { MASK, NO_SECRET } from '#domain/text/secretMask';
import { CopyButton } from '#ui/CopyButton';

const Pair = chakra('div', { base: { minWidth: 0 } });
const Label = chakra('small', { base: { display: 'block', textStyle: 'meta', color: 'fg.muted' } });
const Value = chakra('p', { base: { display: 'flex', alignItems: 'center', gap: '4px', minHeight: '24px' } });
const Code = chakra('code', { base: { fontFamily: 'inherit', overflowWrap: 'anywhere' } });

interface Props {
  readonly label: string;
  /** The secret; undefined while it is masked; null or '' if there is none. */
  readonly text: string | null | undefined;
  /** The name of the copied value, used in the button's label. */
  readonly what: string;
  readonly className?: string;
}

/** Renders a secret with its label: masked, shown with a copy button, or a note that there is none. Source: SECRET1. */
export function SecretValue({ label, text, what, className }: Props) {
  return (
    <Pair className={className}>
      <Label>{label}</Label>
      <Value>
        {text === null || text === '' ? NO_SECRET : <Code htmlTranslate="no">{text ?? MASK}</Code>}
        {text ? <CopyButton text={text} what={what} /> : null}
      </Value>
    </Pair>
  );
}
