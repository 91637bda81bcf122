import { chakra } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { deviceInfoLink, deviceLink } from '#domain/devices/deviceLink';
import { deviceSerial } from '#domain/devices/deviceSerial';
import { seesEverything } from '#domain/people/rights';
import { wordText } from '#domain/text/labels';
import { selectRole } from '#state/session';
import { useAppSelector } from '#hooks/useAppSelector';
import { useIsPast } from '#hooks/IntentContext';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { ConfirmDialog } from '#ui/ConfirmDialog';
import { Field } from '#ui/Field';
import { Page } from '#ui/Page';
import { StaffOnly } from '../StaffOnly.tsx';
import { TypeFields } from '../TypeFields.tsx';
import { useAddDevice } from './useAddDevice.ts';

const Form = chakra('form', { base: { display: 'grid', gap: '20px', width: '100%', maxWidth: '480px' } });

/** Adds a device to the fleet, after confirmation. Source: MGMT-054..066. */
export function AddScreen() {
  const isPast = useIsPast();
  const isStaff = useAppSelector((s) => seesEverything(selectRole(s)));
  const device = useAddDevice();
  const { draft, created, isPending, unsure, cancel, create } = device;
  return (
    <Page title="Add Device">
      {!isStaff && <StaffOnly />}
      {unsure !== undefined && <Banner tone="warning">{unsure}</Banner>}
      {created !== null && <WayOn serial={created} />}
      <AddForm device={device} isOff={!isStaff || isPast} />
      <ConfirmDialog
        open={isPending}
        text={`A device with the serial ${deviceSerial(draft.serial)} and the type ${wordText(draft.device_type)} will be created.`}
        onYes={create}
        onNo={cancel}
      />
    </Page>
  );
}

const Links = chakra('span', {
  base: {
    display: 'inline-flex',
    flexWrap: 'wrap',
    gap: '4px 16px',
    '& a': { color: 'accent.fg', _hover: { textDecoration: 'underline' } },
  },
});

/** Renders what comes after the creation of a device: its credentials and its deployment, and its page. */
function WayOn({ serial }: { readonly serial: string }) {
  return (
    <Banner tone="quiet">
      <Links>
        <span>{serial}</span>
        <Link to={deviceInfoLink(serial)}>Credentials and deployment</Link>
        <Link to={deviceLink(serial)}>Device page</Link>
      </Links>
    </Banner>
  );
}

interface FormProps {
  readonly device: ReturnType<typeof useAddDevice>;
  readonly isOff: boolean;
}

function AddForm({ device, isOff }: FormProps) {
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
