import { chakra } from '@chakra-ui/react';
import type { Device } from '#contract/devices/device';
import { type DeviceCredentials, getDeviceCredentials } from '#contract/devices/deviceCredential';
import { algorithmText } from '#domain/devices/credentials';
import { MASK, NO_SECRET } from '#domain/text/secretMask';
import { useActionGate } from '#hooks/useActionGate';
import { KeyValues } from '#ui/KeyValues';
import { FieldNote } from '#ui/FieldNote';
import { Section } from '#ui/Section';
import { SecretButton } from '#widgets/SecretButton';
import { TimeText } from '#widgets/TimeText';
import { useDeviceAnswers } from '#widgets/useDeviceAnswers';
import { DeleteCredentials } from './DeleteCredentials.tsx';
import { DeviceFiles } from '../connection/DeviceFiles.tsx';
import { GenerateCredentials } from './GenerateCredentials.tsx';
import type { Secrets } from './useSecrets.ts';

const Acts = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 12px', pt: '10px' } });
const Timer = chakra('span', { base: { textStyle: 'meta', color: 'fg.muted' } });

const WORDS = ['Show Secrets', 'Hide Secrets'] as const;

type Shown = DeviceCredentials | null | undefined;

/** `isNone` means that, according to the device record, there are no credentials, before anybody requests them. */
function rowsOf(credentials: Shown, isNone: boolean) {
  if (credentials === undefined && !isNone) return { at: MASK, by: MASK, algorithm: MASK };
  if (credentials == null) return { at: NO_SECRET, by: NO_SECRET, algorithm: NO_SECRET };
  return {
    at: <TimeText at={credentials.created_at} />,
    by: credentials.created_by,
    algorithm: algorithmText(credentials.algorithm_type),
  };
}

interface Props {
  readonly device: Device;
  readonly secrets: Secrets;
}

/**
 * Renders "Credentials" (Created At, Created By, Algorithm), masked until requested, together with the secrets of the metadata. Source:
 * MGMT-038..046, GAP-71, GAP-102.
 */
export function CredentialsSection({ device, secrets }: Props) {
  const reading = useActionGate(getDeviceCredentials);
  const { credentials, isShown, isPending, leftMs, request, forget } = secrets;
  const { refresh } = useDeviceAnswers(device.serial);
  // The record of the device says whether there are any.
  const changed = () => {
    forget();
    refresh();
  };
  const isNone = credentials === null || (credentials === undefined && device.has_credentials === false);
  const { at, by, algorithm } = rowsOf(credentials, isNone);
  return (
    <Section title="Credentials">
      <KeyValues
        rows={[
          ['Created At', at],
          ['Created By', by],
          ['Algorithm', algorithm],
        ]}
      />
      {isNone && <chakra.p color="fg.muted">This device has no credentials.</chakra.p>}
      <Acts>
        <SecretButton {...{ isShown, isPending, reading }} onRequest={request} onHide={forget} words={WORDS} />
        {isShown && <Timer role="timer">{`Hidden in ${Math.ceil(leftMs / 1_000)} s`}</Timer>}
        <DeleteCredentials device={device} isOffered={credentials != null} onDeleted={changed} onRefused={refresh} />
      </Acts>
      <GenerateCredentials device={device} onGenerated={changed} />
      <DeviceFiles serial={device.serial} />
      <FieldNote>Every request is logged</FieldNote>
    </Section>
  );
}
