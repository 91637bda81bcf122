import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { deviceInfoLink, deviceLink } from '#domain/addresses';
import { deviceSerial } from '#domain/devices/deviceSerial';
import { seesEverything } from '#domain/people/rights';
import { wordText } from '#domain/text/labels';
import { selectRole } from '#state/session';
import { useAppSelector } from '#hooks/useAppSelector';
import { useIsPast } from '#hooks/IntentContext';
import { Banner } from '#ui/Banner';
import { ConfirmDialog } from '#ui/ConfirmDialog';
import { Page } from '#ui/Page';
import { StaffOnly } from '../StaffOnly.tsx';
import { AddForm } from './AddForm.tsx';
import { useAddDevice } from './useAddDevice.ts';

/** The Add Device screen, with a confirmation and links to the next steps. Source: MGMT-054..066. */
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

const Links = chakra('span', { base: { display: 'inline-flex', flexWrap: 'wrap', gap: '4px 16px' } });
const To = chakra(Link, { base: { color: 'accent.fg', _hover: { textDecoration: 'underline' } } });

/** Renders the next steps after the creation of a device: its credentials, its deployment, and its page. */
function WayOn({ serial }: { readonly serial: string }) {
  return (
    <Banner tone="quiet">
      <Links>
        <span>{serial}</span>
        <To to={deviceInfoLink(serial)}>Credentials and deployment</To>
        <To to={deviceLink(serial)}>Device page</To>
      </Links>
    </Banner>
  );
}
