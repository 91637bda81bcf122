import { chakra } from '@chakra-ui/react';
import { type LucideIcon, MapPinned, RefreshCw, Upload } from 'lucide-react';
import { type CommandName, UPLOAD_NOTE } from '#domain/commands';
import { isRunning } from '#domain/commandText';
import type { CommandLine } from '#state/commandLines';
import { Section } from '#ui/Section';
import { CommandButton } from '#widgets/CommandButton';

interface Card {
  readonly name: CommandName;
  readonly icon: LucideIcon;
  readonly note: string;
}

const cards: readonly Card[] = [
  { name: 'validateMaps', icon: MapPinned, note: 'Checks every map on the device.' },
  { name: 'reloadConfig', icon: RefreshCw, note: 'Reads the configuration files again.' },
  { name: 'uploadAll', icon: Upload, note: UPLOAD_NOTE },
];

const Row = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: '260px minmax(0, 1fr)' },
    columnGap: '20px',
    rowGap: '8px',
    alignItems: 'center',
    py: '12px',
    borderBottom: '1px solid',
    borderColor: 'border.muted',
    textStyle: 'meta',
    color: 'fg.muted',
    _last: { borderBottom: 0 },
    '& button': { justifyContent: 'flex-start', height: { base: '44px', lg: '40px' } },
  },
});

interface Props {
  readonly serial: string;
  /** The newest commands: a running one disables its button. */
  readonly lines: readonly CommandLine[];
}

/** Renders the commands that need control, each with a description. */
export function CommandCards({ serial, lines }: Props) {
  return (
    <Section title="Commands">
      {cards.map(({ name, icon, note }) => (
        <Row key={name}>
          <CommandButton wide name={name} serial={serial} icon={icon} isBusy={isRunning(lines, name)} />
          <span>{note}</span>
        </Row>
      ))}
    </Section>
  );
}
