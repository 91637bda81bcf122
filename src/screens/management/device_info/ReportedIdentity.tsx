import { TriangleAlert } from 'lucide-react';
import type { Device } from '#contract/devices/device';
import { correctionTexts, identityLines, type IdentityLine } from '#domain/devices/identityDifferences';
import { seesEverything } from '#domain/people/rights';
import { useFeature } from '#hooks/features';
import { useAppSelector } from '#hooks/useAppSelector';
import { selectRole } from '#state/session';
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

/** Renders the identity that the device reports, if any, next to the entered one, and where that is corrected if it differs. Source: IDENT2. */
export function ReportedIdentity({ device }: { readonly device: Device }) {
  const canCorrect = useFeature('device_corrections');
  const isStaff = useAppSelector((s) => seesEverything(selectRole(s)));
  const identity = device.reported_identity;
  const lines = identity == null ? [] : identityLines(device, identity);
  if (lines.length === 0) return null;
  return (
    <>
      <FieldNote>The device says of itself:</FieldNote>
      {lines.map((one, index) => (
        // A component and a piece of software may have the same name.
        <Line key={`${String(index)} ${one.name}`} {...one} />
      ))}
      {canCorrect && correctionTexts(lines, { isStaff }).map((text) => <FieldNote key={text}>{text}</FieldNote>)}
    </>
  );
}
