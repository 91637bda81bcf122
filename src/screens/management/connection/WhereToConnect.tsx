import { chakra } from '@chakra-ui/react';
import type { RobotAddress } from '#contract/devices/deviceConnection';
import { consoleAddress, publishLine, putLine } from '#domain/devices/publishLine';
import { CopyButton } from '#ui/CopyButton';
import { FieldNote } from '#ui/FieldNote';
import { Section } from '#ui/Section';
import { SettingLabel, SettingLine, SettingValue } from '#widgets/SettingLine';
import { DeviceFiles } from './DeviceFiles.tsx';

const Line = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '8px',
    mt: '10px',
    p: '10px 12px',
    bg: 'bg.subtle',
    borderRadius: 'sheet',
  },
});
const Command = chakra('code', { base: { flex: 1, minWidth: 0, overflowWrap: 'anywhere', fontSize: '13px' } });

const Documents = chakra('p', { base: { display: 'flex', flexWrap: 'wrap', gap: '4px 16px', pt: '10px' } });
const Document = chakra('a', { base: { color: 'accent.fg', textDecoration: 'underline', textUnderlineOffset: '3px', minHeight: '24px' } });
const DOCUMENTS = [
  ['robots.md', 'How robots connect'],
  ['asyncapi.json', 'Messages (AsyncAPI)'],
  ['openapi.json', 'Calls (OpenAPI)'],
] as const;

function Fact({ label, text, note }: { readonly label: string; readonly text: string; readonly note?: string | undefined }) {
  return (
    <SettingLine role="group" aria-label={label} low>
      <SettingLabel>{label}</SettingLabel>
      <SettingValue htmlTranslate="no">
        {text} <CopyButton text={text} what={label} />
        {note !== undefined && <FieldNote>{note}</FieldNote>}
      </SettingValue>
    </SettingLine>
  );
}

interface Props {
  readonly serial: string;
  readonly addresses: readonly RobotAddress[];
}

/** Renders the addresses, user name and token with which a robot connects, and shell commands to try them. */
export function WhereToConnect({ serial, addresses }: Props) {
  const address = consoleAddress(addresses);
  const lines = [...addresses.flatMap((one) => publishLine(one, serial) ?? []), ...(address === null ? [] : [putLine(address, serial)])];
  return (
    <Section title="Where to connect">
      {addresses.map(({ name, url, note }) => (
        <Fact key={name} label={name} text={url} note={note ?? undefined} />
      ))}
      <Fact label="User name" text={serial} note="The serial, also the client id" />
      <FieldNote>
        The password is an access token: <code>access_token</code> of the file that is downloaded here, alone in the file <code>token</code>{' '}
        of the line below
      </FieldNote>
      {address !== null && (
        <Documents>
          {DOCUMENTS.map(([path, name]) => (
            <Document key={path} href={`${address}/api/${path}`} target="_blank" rel="noopener noreferrer">
              {name}
            </Document>
          ))}
        </Documents>
      )}
      <DeviceFiles serial={serial} />
      {lines.map((line) => (
        <Line key={line} htmlTranslate="no">
          <Command>{line}</Command>
          <CopyButton text={line} what="line" />
        </Line>
      ))}
    </Section>
  );
}
