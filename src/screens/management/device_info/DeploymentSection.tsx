import { chakra } from '@chakra-ui/react';
import { CircleCheck, CircleDashed, MapPin, X } from 'lucide-react';
import type { Device } from '#contract/devices/device';
import { endings } from '#domain/text/endings';
import { NOT_DEPLOYED } from '#domain/places/locationName';
import { useDeviceLabel } from '#hooks/useAppSelector';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { FieldContainer } from '#ui/Field';
import { KeyValues } from '#ui/KeyValues';
import { Mark } from '#ui/Mark';
import { Section } from '#ui/Section';
import { Select } from '#ui/Select';
import { useConfirm } from '#ui/useConfirm';
import { TimeText } from '#widgets/TimeText';
import { useRenews } from '#widgets/useRenews';
import { useDeployment } from './useDeployment.ts';

const CLOSE_QUESTION = 'Do you really want to close this deployment? This cannot be undone.';
const NO_LOCATION = { value: '', label: 'Choose a location' };
const Form = chakra('form', { base: { display: 'flex', alignItems: 'flex-end', gap: '8px', pt: '10px' } });
const Choice = chakra('div', { base: { flex: 1 } });
const State = chakra('p', { base: { minHeight: '40px', display: 'flex', alignItems: 'center', fontWeight: 500 } });

function Active({ device, deployment }: { readonly device: Device; readonly deployment: ReturnType<typeof useDeployment> }) {
  const { locationName, isBusy, isPossible, close } = deployment;
  const name = useDeviceLabel(device.serial);
  const renews = useRenews(device);
  const { confirm, question } = useConfirm();
  return (
    <>
      <State>
        <Mark tone="online" icon={CircleCheck}>
          Device is deployed
        </Mark>
      </State>
      <KeyValues
        rows={[
          ['Location', locationName],
          ['Since', <TimeText key="since" at={device.active_deployment?.creation_date} />],
          ['Deployment ID', device.active_deployment?.id],
        ]}
      />
      <chakra.div pt="10px">
        <Button
          disabled={isBusy || !isPossible}
          aria-busy={isBusy}
          onClick={() => confirm(CLOSE_QUESTION, close, endings.closeDeployment(name, renews))}
        >
          <X aria-hidden="true" />
          {isBusy ? 'Closing' : 'Close Deployment'}
        </Button>
      </chakra.div>
      {question}
    </>
  );
}

function Inactive({ deployment }: { readonly deployment: ReturnType<typeof useDeployment> }) {
  const { locations, chosen, choose, deploy, isBusy, isPossible } = deployment;
  const options = [NO_LOCATION, ...locations.map(({ id, name }) => ({ value: id, label: name }))];
  return (
    <>
      <State>
        <Mark tone="plain" icon={CircleDashed}>
          {NOT_DEPLOYED}
        </Mark>
      </State>
      <Form
        aria-label="Deploy"
        onSubmit={(event) => {
          event.preventDefault();
          deploy();
        }}
      >
        <Choice>
          <FieldContainer label="Location">
            {({ id }) => <Select id={id} size="lg" options={options} value={chosen} disabled={isBusy || !isPossible} onValue={choose} />}
          </FieldContainer>
        </Choice>
        <Button
          type="submit"
          variant="outline"
          height={{ lg: '36px' }}
          aria-busy={isBusy}
          disabled={chosen === '' || isBusy || !isPossible}
        >
          <MapPin aria-hidden="true" />
          {isBusy ? 'Deploying' : 'Deploy'}
        </Button>
      </Form>
    </>
  );
}

/** Renders "Device is deployed" with its location and a close button, or a form that deploys it. Source: MGMT-047..051. */
export function DeploymentSection({ device }: { readonly device: Device }) {
  const deployment = useDeployment(device);
  return (
    <Section title="Deployment">
      {device.active_deployment == null ? <Inactive deployment={deployment} /> : <Active device={device} deployment={deployment} />}
      {deployment.problem !== undefined && <Banner tone="warning">{deployment.problem}</Banner>}
    </Section>
  );
}
