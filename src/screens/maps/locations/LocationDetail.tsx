import { chakra } from '@chakra-ui/react';
import { Pencil } from 'lucide-react';
import { Link } from 'react-router-dom';
import { postUpdateLocation } from '#contract/location';
import { useActionGate } from '#hooks/useActionGate';
import { Button } from '#ui/Button';
import { KeyValues } from '#ui/KeyValues';
import { Section } from '#ui/Section';
import { WrappingText } from '#ui/WrappingText';
import { WithArchived } from '#widgets/WithArchived';
import { mapLink, planLink } from '#domain/addresses';
import { numberText } from '#domain/text/numbers';
import { DeviceLines } from './DeviceLines.tsx';
import type { LocationRow } from './locationRows.ts';
import { NetworkSection } from './NetworkSection.tsx';

const Head = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minWidth: 0,
  },
});
const Name = chakra('h2', { base: { fontSize: '16px', lineHeight: '24px', fontWeight: 600, overflowWrap: 'anywhere', minWidth: 0 } });
/** The id is shortened before the name. */
const Id = chakra('small', {
  base: { flex: '0 1000 auto', minWidth: '90px', me: 'auto', textStyle: 'meta', color: 'fg.subtle', overflowWrap: 'anywhere' },
});
const Parts = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(300px, 100%), 1fr))',
    columnGap: '36px',
    rowGap: '20px',
    alignItems: 'start',
  },
});
const Houses = chakra('ul', { base: { listStyle: 'none' } });
const House = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: { base: '44px', lg: '34px' },
    borderBottom: '1px solid',
    borderColor: 'border.muted',
    '&:last-child': { borderBottom: 0 },
  },
});
const HouseName = chakra('strong', { base: { fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere', me: 'auto' } });
const HouseLink = chakra(Link, {
  base: { color: 'accent.fg', overflowWrap: 'anywhere', '&:hover': { textDecoration: 'underline', textUnderlineOffset: '3px' } },
});

interface Props {
  readonly row: LocationRow;
  readonly onUpdate: () => void;
}

/** Renders the greenhouses of a location, with links to plan and map if there are any. */
function GreenhouseList({ location, greenhouses }: { readonly location: string } & Pick<LocationRow, 'greenhouses'>) {
  return (
    <Houses>
      {greenhouses.map(({ id, name, map_id }) => (
        <House key={id}>
          <HouseName>
            {map_id ? (
              <HouseLink to={planLink(location, id)} aria-label={`Plan of ${name}`}>
                <WrappingText>{name}</WrappingText>
              </HouseLink>
            ) : (
              <WrappingText>{name}</WrappingText>
            )}
          </HouseName>
          {map_id && <HouseLink to={mapLink(map_id)}>{map_id}</HouseLink>}
        </House>
      ))}
    </Houses>
  );
}

/** Renders one location: its data, its greenhouses with their maps, its devices, those in error first, and its network. */
export function LocationDetail({ row, onUpdate }: Props) {
  const { location, owner, greenhouses, hasGreenhouses, fleet } = row;
  const updating = useActionGate(postUpdateLocation);
  return (
    <chakra.section aria-label={location.name} display="grid" gap="16px" minWidth="0">
      <Head>
        <WithArchived of={location}>
          <Name>{location.name}</Name>
        </WithArchived>
        <Id>{location.id}</Id>
        <Button {...updating} aria-label="Update location" onClick={onUpdate}>
          <Pencil aria-hidden="true" />
          Update
        </Button>
      </Head>
      <Parts>
        <KeyValues
          rows={[
            ['Client Name', location.client_name],
            ['Address', location.address],
            ['Organisation', owner],
            ['Timezone', location.timezone],
          ]}
        />
        <Section title="Greenhouses" end={hasGreenhouses ? greenhouses.length : 'Not known at that time'}>
          <GreenhouseList location={location.id} greenhouses={greenhouses} />
        </Section>
        <Section
          title="Devices"
          end={`${numberText(fleet.devices.length)}, ${fleet.unknownCount > 0 ? 'unknown how many' : numberText(fleet.onlineCount)} online`}
        >
          <DeviceLines devices={fleet.devices} />
        </Section>
        <NetworkSection key={location.id} location={location.id} devices={fleet.devices.map(({ device }) => device)} />
      </Parts>
    </chakra.section>
  );
}
