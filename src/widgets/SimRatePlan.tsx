import { MISSING } from '#domain/text/numbers';
import { isKeepAlive } from '#domain/devices/simPlan';
import { Mark } from '#ui/Mark';
import { toneIcon } from '#ui/toneIcon';

interface Props {
  readonly rate_plan: string | null | undefined;
}

/** Renders a SIM's rate plan; a keep-alive plan is a warning. */
export function SimRatePlan({ rate_plan }: Props) {
  const text = rate_plan == null || rate_plan === '' ? MISSING : rate_plan;
  if (!isKeepAlive(rate_plan)) return <span>{text}</span>;
  return (
    <Mark tone="warning" icon={toneIcon.warning}>
      <span className="sr">Warning: </span>
      {text}
    </Mark>
  );
}
