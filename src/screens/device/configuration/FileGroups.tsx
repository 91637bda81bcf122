import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { ShownFile, ShownParameter } from '#domain/configuration/configList';
import { ColourMark } from './ColourMark.tsx';

const Groups = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '20px',
  },
});
const Title = chakra('h3', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '12px',
    py: '4px',
    fontWeight: 600,
    borderBottom: '1px solid',
    borderColor: 'border',
  },
});
const Colour = chakra('span', { base: { textStyle: 'meta', fontWeight: 400, color: 'fg.subtle' } });

interface Props {
  readonly file: ShownFile;
  readonly row: (parameter: ShownParameter) => ReactNode;
}

/** Renders the parameters of one file by group, with the name of the group, and its colour as icon and word. Source: DEV-088, ROLE-012. */
export function FileGroups({ file, row }: Props) {
  return (
    <Groups>
      {file.groups.map(({ name, colour, parameters }) => (
        <div key={`${name}-${colour}`}>
          <Title>
            {name === '' ? 'No group' : name}
            <Colour>
              <ColourMark colour={colour} />
            </Colour>
          </Title>
          {parameters.map(row)}
        </div>
      ))}
    </Groups>
  );
}
