import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { incidentIdOf } from '#domain/incident';
import { Button } from '#ui/Button';
import { Field } from '#ui/Field';
import { useIncidentsAddress } from './useIncidentsAddress.ts';

const Form = chakra('form', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'end',
    gap: '12px',
    flex: 'none',
    '& .id': { flex: '0 1 320px', minWidth: '200px' },
  },
});

/** Opens an incident by its id. Source: INC-016, INC-017. */
export function GoToIncident() {
  const { open } = useIncidentsAddress();
  const [text, setText] = useState('');
  const id = incidentIdOf(text);
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        if (id !== null) open(id);
      }}
    >
      <div className="id">
        <Field label="Incident ID" value={text} onValue={setText} autoComplete="off" spellCheck={false} maxLength={200} />
      </div>
      <Button type="submit" height={{ lg: '36px' }} disabled={id === null}>
        Go To Incident
      </Button>
    </Form>
  );
}
