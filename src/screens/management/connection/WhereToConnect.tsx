import { chakra } from '@chakra-ui/react';
import type { RobotAddress } from '#contract/devices/deviceConnection';
import { publishLine } from '#domain/devices/publishLine';
import { CopyButton } from '#ui/CopyButton';
import { FieldNote } from '#ui/FieldNote';
import { Section } from '#ui/Section';
import { SettingLine } from '#widgets/SettingLine';
import { DeviceFiles } from '../device_info/DeviceFiles.tsx';

const Line = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '8px',
    mt: '10px',
    p: '10px 12px',
    bg: 'bg.subtle',
    borderRadius: 'sheet',
    '& code': { flex: 1, minWidth: 0, overflowWrap: 'anywhere', fontSize: '13px' },
  },
});

function Fact({ label, text, note }: { readonly label: string; readonly text: string; readonly note?: string | undefined }) {
  return (
    <SettingLine role="group" aria-label={label} low>
      <span className="label">{label}</span>
      <span className="value" translate="no">
        {text} <CopyButton text={text} what={label} />
        {note !== undefined && <FieldNote>{note}</FieldNote>}
      </span>
    </SettingLine>
  );
}

interface Props {
  readonly serial: string;
  readonly addresses: readonly RobotAddress[];
}

/** Renders where and with what a robot connects, and lines to try it with. */
export function WhereToConnect({ serial, addresses }: Props) {
  const lines = addresses.flatMap((address) => publishLine(address, serial) ?? []);
  return (
    <Section title="Where to connect">
      {addresses.map(({ name, url, note }) => (
        <Fact key={name} label={name} text={url} note={note ?? undefined} />
      ))}
      <Fact label="User name" text={serial} note="The serial, also the client id" />
      <FieldNote>
        The password is an access token: access_token of the file that is downloaded here, alone in the file token of the line below
      </FieldNote>
      <FieldNote>How a robot connects and what it sends: docs/robots.md, /api/asyncapi.json, /api/openapi.json</FieldNote>
      <DeviceFiles serial={serial} />
      {lines.map((line) => (
        <Line key={line} translate="no">
          <code>{line}</code>
          <CopyButton text={line} what="line" />
        </Line>
      ))}
    </Section>
  );
}
