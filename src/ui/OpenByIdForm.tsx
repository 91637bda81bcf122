import { chakra } from '@chakra-ui/react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';
import { Field } from './Field.tsx';

const Form = chakra('form', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'end',
    gap: '12px',
    flex: 'none',
  },
});
const Id = chakra('div', { base: { flex: '1 1 220px', maxWidth: { md: '320px' } } });
const Others = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '8px', ms: { md: 'auto' } } });

interface Props extends Pick<ComponentProps<typeof Button>, 'variant'> {
  readonly label: string;
  /** The button's label. */
  readonly word: string;
  /** Parses the typed text into an id; null for an invalid one. */
  readonly read: (text: string) => string | null;
  readonly onId: (id: string) => void;
  /** The initial value of the field. */
  readonly id?: string | null;
  /** Additional buttons at the right end. */
  readonly children?: ReactNode;
}

/** Renders a form that selects something by its id. Pass the id as `key`, so typed text is discarded when another id is shown. */
export function OpenByIdForm({ label, word, read, onId, id = null, variant, children }: Props) {
  const [text, setText] = useState(id ?? '');
  const typed = read(text);
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== null) onId(typed);
      }}
    >
      <Id>
        <Field label={label} value={text} onValue={setText} autoComplete="off" spellCheck={false} maxLength={200} />
      </Id>
      <Button variant={variant} type="submit" height={{ lg: '36px' }} disabled={typed === null}>
        {word}
      </Button>
      {children !== undefined && <Others>{children}</Others>}
    </Form>
  );
}
