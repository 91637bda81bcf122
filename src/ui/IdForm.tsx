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
    '& .id': { flex: '1 1 220px', maxWidth: { md: '320px' } },
    '& .others': { display: 'flex', flexWrap: 'wrap', gap: '8px', ms: { md: 'auto' } },
  },
});

interface Props extends Pick<ComponentProps<typeof Button>, 'look'> {
  readonly label: string;
  /** What the button says. */
  readonly word: string;
  /** The id that a text means; null where it can be none. */
  readonly read: (text: string) => string | null;
  readonly onId: (id: string) => void;
  /** What stands in the field at first. */
  readonly id?: string | null;
  /** Other buttons, at the right end. */
  readonly children?: ReactNode;
}

/** Asks for one thing by its id. Give it the id as key where it has one: what is typed is forgotten when another is shown. */
export function IdForm({ label, word, read, onId, id = null, look, children }: Props) {
  const [text, setText] = useState(id ?? '');
  const typed = read(text);
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== null) onId(typed);
      }}
    >
      <div className="id">
        <Field label={label} value={text} onValue={setText} autoComplete="off" spellCheck={false} maxLength={200} />
      </div>
      <Button look={look} type="submit" height={{ lg: '36px' }} disabled={typed === null}>
        {word}
      </Button>
      {children !== undefined && <div className="others">{children}</div>}
    </Form>
  );
}
