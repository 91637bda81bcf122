import { chakra } from '@chakra-ui/react';
import type { ShownFile } from '#domain/configuration/configList';
import { numberText } from '#domain/text/numbers';

const List = chakra('nav', {
  base: {
    display: 'flex',
    flexDirection: { base: 'row', lg: 'column' },
    flexWrap: { base: 'wrap', lg: 'nowrap' },
    gap: '2px',
  },
});
const Choice = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '12px',
    minHeight: { base: '44px', lg: '32px' },
    px: '12px',
    borderRadius: 'control',
    textAlign: 'start',
    overflowWrap: 'anywhere',
    _hover: { bg: 'bg.muted' },
    '&[aria-current]': { bg: 'bg.emphasized', fontWeight: 600 },
  },
});
const Count = chakra('span', { base: { color: 'fg.subtle', fontWeight: 400 } });

interface Props {
  readonly files: readonly ShownFile[];
  /** The file whose parameters are shown; null during a search over all files. */
  readonly chosen: string | null;
  readonly onChoose: (name: string) => void;
}

/** Renders the list of config files of the device, each with the number of its parameters. Source: DEV-087. */
export function FileList({ files, chosen, onChoose }: Props) {
  return (
    <List aria-label="Config files">
      {files.map(({ name, count }) => (
        <Choice key={name} type="button" aria-current={name === chosen ? 'true' : undefined} onClick={() => onChoose(name)}>
          {name}
          <Count>{numberText(count)}</Count>
        </Choice>
      ))}
    </List>
  );
}
