import { chakra } from '@chakra-ui/react';
import { type LucideIcon, MapPinned, RefreshCw, Send, Upload } from 'lucide-react';
import { type CommandName, commands, listedCommands } from '#domain/commands/commandRows';
import { isRunning } from '#domain/commands/commandText';
import type { CommandLine } from '#state/commandLines';
import { Section } from '#ui/Section';
import { CommandButton } from '#widgets/CommandButton';

const icons: Readonly<Partial<Record<CommandName, LucideIcon>>> = { validateMaps: MapPinned, reloadConfig: RefreshCw, uploadAll: Upload };

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
  },
});

interface Props {
  readonly serial: string;
  /** The newest commands; a running one disables its button. */
  readonly lines: readonly CommandLine[];
}

/** Renders one line per listed command, with its button and its effect. */
export function CommandCards({ serial, lines }: Props) {
  return (
    <Section title="Commands">
      {listedCommands.map((name) => (
        <Row key={name}>
          <CommandButton
            wide
            justifyContent="flex-start"
            height={{ lg: '40px' }}
            name={name}
            serial={serial}
            icon={icons[name] ?? Send}
            isBusy={isRunning(lines, name)}
          />
          <span>{commands[name].note}</span>
        </Row>
      ))}
    </Section>
  );
}
