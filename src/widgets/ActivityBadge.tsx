import { chakra } from '@chakra-ui/react';
import type { Activity } from '#domain/devices/activity';
import { Badge } from '#ui/Badge';
import { Mark } from '#ui/Mark';
import { activityStyle } from './activityStyle.ts';
import { ErrorCode } from './ErrorCode.tsx';

interface Props {
  readonly activity: Activity;
  /** `mark` for cells and values, `badge` next to a title. */
  readonly variant?: 'mark' | 'badge';
}

/**
 * Renders the activity of a device: icon, label and, for an error, the code. The reported words are the tooltip; those of an unknown state are next to the
 * dash.
 */
export function ActivityBadge({ activity, variant = 'mark' }: Props) {
  const { kind, label, code, raw } = activity;
  const { tone, icon } = activityStyle[kind];
  if (kind === 'unknown') {
    return (
      <chakra.span title={raw}>
        {label}
        {raw !== undefined && <chakra.span color="fg.muted">{` ${raw}`}</chakra.span>}
      </chakra.span>
    );
  }
  return (
    <chakra.span title={raw} display="inline-flex" verticalAlign="top" maxWidth="full" gap="2">
      {variant === 'badge' ? (
        <Badge tone={tone === 'plain' ? 'idle' : tone} icon={icon}>
          {label}
        </Badge>
      ) : (
        <Mark tone={tone} icon={icon}>
          {label}
        </Mark>
      )}
      {code !== undefined && <ErrorCode code={code} />}
    </chakra.span>
  );
}
