import { chakra } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { Button } from '#ui/Button';
import { Field } from '#ui/Field';
import { TypeFields } from '../TypeFields.tsx';
import type { useAddDevice } from './useAddDevice.ts';

const Form = chakra('form', { base: { display: 'grid', gap: '20px', width: '100%', maxWidth: '480px' } });

interface FormProps {
  readonly device: ReturnType<typeof useAddDevice>;
  readonly isOff: boolean;
}

/** Renders the form of a new device: serial, name, type. */
export function AddForm({ device, isOff }: FormProps) {
  const { draft, types, put, chooseRevision, isSaving, submit } = device;
  return (
    <Form
      noValidate
      aria-label="Add Device"
      aria-busy={isSaving}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <IdentityFields device={device} isOff={isOff} />
      <TypeFields
        types={types}
        device_type={draft.device_type}
        revision={draft.revision}
        disabled={isOff || isSaving}
        onType={(device_type) => put({ device_type })}
        onRevision={chooseRevision}
      />
      <div>
        <Button type="submit" variant="solid" size="lg" disabled={isOff || isSaving}>
          <Plus aria-hidden="true" />
          {isSaving ? 'Adding' : 'Add Device'}
        </Button>
      </div>
    </Form>
  );
}

function IdentityFields({ device: { draft, put, problems, isSaving }, isOff }: FormProps) {
  return (
    <>
      <Field
        label="Serial"
        autoComplete="off"
        spellCheck={false}
        value={draft.serial}
        disabled={isOff}
        readOnly={isSaving}
        problem={problems.serial}
        hint="As it stands on the device; it can be corrected until the device has reported."
        onValue={(serial) => put({ serial })}
      />
      <Field
        label="Name"
        autoComplete="off"
        value={draft.name}
        disabled={isOff}
        readOnly={isSaving}
        problem={problems.name}
        hint="Left empty, the device is called by its serial."
        onValue={(name) => put({ name })}
      />
    </>
  );
}
