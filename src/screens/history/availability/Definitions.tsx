import { chakra } from '@chakra-ui/react';
import { availabilityDefinitions, NO_AVAILABILITY } from '#domain/history/availability';
import { Section } from '#ui/Section';

const List = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' },
    gap: '8px 28px',
    textStyle: 'meta',
    color: 'fg.muted',
  },
});
const Name = chakra('dt', { base: { color: 'fg', fontWeight: 500 } });

/** Renders the meaning of each number of availability. */
export function Definitions() {
  return (
    <Section title="What the numbers mean" bare>
      <List>
        {availabilityDefinitions.map(({ name, text }) => (
          <div key={name}>
            <Name>{name}</Name>
            <dd>{text}</dd>
          </div>
        ))}
      </List>
      <chakra.p textStyle="meta" color="fg.muted" mt="8px">
        {NO_AVAILABILITY}
      </chakra.p>
    </Section>
  );
}
