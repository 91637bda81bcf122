import { TriangleAlert } from 'lucide-react';
import { type Device, getDevice } from '#contract/devices/device';
import { identityLines, type IdentityLine } from '#domain/devices/identityDifferences';
import { useAnswer } from '#hooks/useAnswer';
import { Mark } from '#ui/Mark';
import { FieldNote } from '#ui/FieldNote';
import { SettingLabel, SettingLine, SettingValue } from '#widgets/SettingLine';

function Line({ name, reported, entered, differs }: IdentityLine) {
  return (
    <SettingLine role="group" aria-label={`${name}, by the device`} low>
      <SettingLabel>{name}</SettingLabel>
      <SettingValue>
        {differs ? (
          <Mark tone="warning" icon={TriangleAlert}>
            {`${reported}, entered: ${entered ?? ''}`}
          </Mark>
        ) : (
          reported
        )}
      </SettingValue>
    </SettingLine>
  );
}

/** Renders the identity that the device reports, if any, next to the entered one. Source: IDENT2. */
export function ReportedIdentity({ device }: { readonly device: Device }) {
  const identity = useAnswer(getDevice, { serial: device.serial }).answer?.result.reported_identity;
  const lines = identity == null ? [] : identityLines(device, identity);
  if (lines.length === 0) return null;
  return (
    <>
      <FieldNote>The device says of itself:</FieldNote>
      {lines.map((one, index) => (
        // A component and a piece of software may have the same name.
        <Line key={`${String(index)} ${one.name}`} {...one} />
      ))}
    </>
  );
}
