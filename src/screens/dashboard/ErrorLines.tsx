import { activityOf } from '#domain/devices/activity';
import { ageText } from '#domain/text/duration';
import { selectNow } from '#state/clock';
import { useAppSelector } from '#state/hooks/useAppSelector';
import { DeviceLink } from '#widgets/DeviceLink';
import { ErrorCode } from '#widgets/ErrorCode';
import { EvidenceLines } from './evidenceLines.ts';
import type { FailingDevice } from './useErrorStarts.ts';

interface Props {
  readonly failing: readonly FailingDevice[];
  readonly count: number;
}

/** Renders the devices in error: name, code and duration. */
export function ErrorLines({ failing, count }: Props) {
  if (count === 0) return null;
  return (
    <EvidenceLines>
      {failing.map((device) => (
        <ErrorLine key={device.row.device.serial} {...device} />
      ))}
      {count > failing.length && <li>{`and ${count - failing.length} more`}</li>}
    </EvidenceLines>
  );
}

function ErrorLine({ row: { device, reported }, since }: FailingDevice) {
  const { code } = activityOf(reported?.state);
  const age = useAppSelector((s) => (since === null ? '' : ageText(selectNow(s) - since)));
  return (
    <li>
      <span className="name">
        <DeviceLink {...device} />
      </span>
      {code !== undefined && (
        <span className="code">
          <ErrorCode code={code} />
        </span>
      )}
      <span className="figure">{age}</span>
    </li>
  );
}
