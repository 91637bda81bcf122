import { chakra } from '@chakra-ui/react';
import { MASK, NO_SECRET } from '#domain/text/secretMask';
import { CopyButton } from '#ui/CopyButton';

const Pair = chakra('div', {
  base: {
    minWidth: 0,
    '& small': { display: 'block', textStyle: 'meta', color: 'fg.muted' },
    '& p': { display: 'flex', alignItems: 'center', gap: '4px', minHeight: '24px' },
    '& code': { fontFamily: 'inherit', overflowWrap: 'anywhere' },
  },
});

interface Props {
  readonly label: string;
  /** Undefined while the secret is masked; null or '' where there is none. */
  readonly text: string | null | undefined;
  /** The name of the copied value, as part of the button's label. */
  readonly what: string;
}

/** Renders a secret with its label: masked, with a copy button, or that there is none. Source: SECRET1. */
export function SecretValue({ label, text, what }: Props) {
  return (
    <Pair className="value">
      <small>{label}</small>
      <p>
        {text === null || text === '' ? NO_SECRET : <code translate="no">{text ?? MASK}</code>}
        {text ? <CopyButton text={text} what={what} /> : null}
      </p>
    </Pair>
  );
}
