import { chakra } from '@chakra-ui/react';
import { Eye, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { Device } from '#contract/devices/device';
import { getNetworkInformation, type NetworkInformation, postUpdateNetworkInformation } from '#contract/location';
import { useFailureAlert } from '#hooks/useFailureAlert';
import { useSecret } from '#hooks/useSecret';
import { useActionGate } from '#hooks/useActionGate';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { Section } from '#ui/Section';
import { FormerValues } from '#widgets/FormerValues';
import { SecretButton } from '#widgets/SecretButton';
import { SecretValue } from '#widgets/SecretValue';
import { UpdateNetwork } from './UpdateNetwork.tsx';

const Values = chakra('div', { base: { display: 'grid', gap: '8px', pt: '8px' } });
const Acts = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    pt: '10px',
  },
});
const Note = chakra('small', { base: { textStyle: 'meta', color: 'fg.subtle', mr: 'auto' } });

const NONE = 'No network information found';

interface Props {
  readonly location: string;
  readonly devices: readonly Device[];
}

/** Renders "Network information" of a location: masked, then requested and shown for a minute, and updated. Source: LOC-010..012, MSG-072. */
export function NetworkSection({ location, devices }: Props) {
  const [reading, updating] = [useActionGate(getNetworkInformation), useActionGate(postUpdateNetworkInformation)];
  const { send, answer, isPending, failure, leftMs, forget } = useSecret(getNetworkInformation);
  const [isUpdating, setIsUpdating] = useState(false);
  useFailureAlert(failure);
  const isNone = answer !== undefined && !answer.wifi_ssid && !answer.wifi_password;
  const isShown = answer !== undefined && !isNone;
  const end = isShown ? <span role="timer">{`hidden again in ${Math.ceil(leftMs / 1_000)} s`}</span> : undefined;
  return (
    <Section title="Network information" end={end}>
      {isNone ? <Banner tone="warning">{NONE}</Banner> : <NetworkValues known={answer} />}
      <Acts>
        <Note>Every request is logged</Note>
        <SecretButton
          {...{ isShown, isPending, reading }}
          icon={Eye}
          onRequest={() => send({ params: { id: location } })}
          onHide={forget}
        />
        <Button {...updating} aria-label="Update network information" onClick={() => setIsUpdating(true)}>
          <Pencil aria-hidden="true" />
          Update
        </Button>
      </Acts>
      {isUpdating && (
        <UpdateNetwork
          location={location}
          devices={devices}
          known={isShown ? answer : undefined}
          onClose={() => setIsUpdating(false)}
          onSaved={forget}
        />
      )}
    </Section>
  );
}

/** Renders both values, masked while they are not loaded. */
function NetworkValues({ known }: { readonly known: NetworkInformation | undefined }) {
  return (
    <Values>
      <SecretValue label="wifi_ssid" what="wifi_ssid" text={known && (known.wifi_ssid ?? null)} />
      <SecretValue label="wifi_password" what="wifi_password" text={known && (known.wifi_password ?? null)} />
      {known?.former != null && (
        <FormerValues
          label="Former network information"
          note="Not every device has asked since they changed. Before:"
          values={[
            { label: 'wifi_ssid', text: known.former.wifi_ssid },
            { label: 'wifi_password', text: known.former.wifi_password },
          ]}
        />
      )}
    </Values>
  );
}
