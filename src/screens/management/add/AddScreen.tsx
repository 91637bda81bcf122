import { chakra } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useContext } from 'react';
import { getAllDeviceTypes } from '#contract/device';
import { deviceSerial } from '#domain/deviceSerial';
import { seesEverything } from '#domain/rights';
import { selectRole } from '#state/session';
import { useAnswer } from '#state/useAnswer';
import { useAppSelector } from '#state/useAppSelector';
import { IntentContext } from '#state/IntentContext';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { ConfirmDialog } from '#ui/ConfirmDialog';
import { Field } from '#ui/Field';
import { Page } from '#ui/Page';
import { StaffOnly } from '../StaffOnly.tsx';
import { TypeFields } from './TypeFields.tsx';
import { useAddDevice } from './useAddDevice.ts';

const Form = chakra('form', { base: { display: 'grid', gap: '20px', width: '100%', maxWidth: '480px' } });

/** Adds a device to the fleet, after a confirmation. Source: MGMT-054..066. */
export function AddScreen() {
  const types = useAnswer(getAllDeviceTypes, {}).answer?.result;
  const isPast = useContext(IntentContext) === null;
  const isStaff = useAppSelector((s) => seesEverything(selectRole(s)));
  const { draft, put, chooseRevision, problems, isPending, isSaving, unsure, submit, cancel, create } = useAddDevice();
  const isOff = !isStaff || isPast;
  return (
    <Page title="Add Device">
      {!isStaff && <StaffOnly />}
      {unsure !== undefined && <Banner tone="warning">{unsure}</Banner>}
      <Form
        noValidate
        aria-label="Add Device"
        aria-busy={isSaving}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field
          label="Serial"
          autoComplete="off"
          spellCheck={false}
          value={draft.serial}
          disabled={isOff}
          readOnly={isSaving}
          problem={problems.serial}
          hint="As it stands on the device; it cannot be changed later."
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
        <TypeFields
          types={types}
          device_type={draft.device_type}
          revision={draft.revision}
          disabled={isOff || isSaving}
          onType={(device_type) => put({ device_type })}
          onRevision={chooseRevision}
        />
        <div>
          <Button type="submit" look="solid" size="lg" disabled={isOff || isSaving}>
            <Plus aria-hidden="true" />
            {isSaving ? 'Adding' : 'Add Device'}
          </Button>
        </div>
      </Form>
      <ConfirmDialog
        open={isPending}
        text={`A device with the serial ${deviceSerial(draft.serial)} and the type ${draft.device_type} will be created.`}
        onYes={create}
        onNo={cancel}
      />
    </Page>
  );
}
