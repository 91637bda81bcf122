import { CircleCheck, Info, type LucideIcon, OctagonAlert, Skull, TriangleAlert } from 'lucide-react';
import type { EventLevel } from '#contract/devices/deviceEvent';
import { levelText, parseLevel } from '#domain/devices/eventLevel';
import { MISSING } from '#domain/text/numbers';
import { Mark } from '#ui/Mark';
import type { Tone } from '#ui/palette';

const looks: Readonly<Record<EventLevel, { readonly tone: Tone | 'plain'; readonly icon: LucideIcon }>> = {
  success: { tone: 'online', icon: CircleCheck },
  info: { tone: 'plain', icon: Info },
  warning: { tone: 'warning', icon: TriangleAlert },
  error: { tone: 'error', icon: OctagonAlert },
  fatal: { tone: 'error', icon: Skull },
};

/**
 * Renders the severity of an event or a finding as icon and word: success, info, warning, error, fatal. An unknown severity is plain text, a missing one `-`.
 */
export function LevelMark({ level }: { readonly level: string | null | undefined }) {
  const meant = parseLevel(level);
  if (meant === null) return <>{level || MISSING}</>;
  return <Mark {...looks[meant]}>{levelText[meant]}</Mark>;
}
