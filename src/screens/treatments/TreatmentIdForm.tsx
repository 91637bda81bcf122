import { chakra } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { treatmentIdOf } from '#domain/treatmentRows';
import { Button } from '#ui/Button';
import { Field } from '#ui/Field';

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

interface Props {
  readonly id: string | null;
  /** What the button says. */
  readonly word: string;
  readonly onId: (id: string) => void;
  /** Other buttons, at the right end. */
  readonly children?: ReactNode;
}

/** Asks for a treatment by its id. Give it the id as key: what is typed is forgotten when another treatment is shown. */
export function TreatmentIdForm({ id, word, onId, children }: Props) {
  const [text, setText] = useState(id ?? '');
  const typed = treatmentIdOf(text);
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== null) onId(typed);
      }}
    >
      <div className="id">
        <Field label="Treatment ID" value={text} onValue={setText} autoComplete="off" spellCheck={false} maxLength={200} />
      </div>
      <Button look="solid" type="submit" height={{ lg: '36px' }} disabled={typed === null}>
        {word}
      </Button>
      {children !== undefined && <div className="others">{children}</div>}
    </Form>
  );
}
