import {
  CircleQuestionMark,
  Crosshair,
  Flag,
  Gamepad2,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  Moon,
  MoveHorizontal,
  Navigation,
  OctagonAlert,
  Play,
  RefreshCw,
  RotateCcw,
  Sun,
} from 'lucide-react';
import type { ActivityKind } from '#domain/devices/activity';
import type { Tone } from '#ui/palette';

/** Colour and icon of an activity; the label comes from `domain`. */
interface ActivityLook {
  readonly tone: Tone | 'plain';
  readonly icon: LucideIcon;
}

/** Colour and icon per activity: violet for parts of a treatment, plain for other movement. */
export const activityStyle: Readonly<Record<ActivityKind, ActivityLook>> = {
  error: { tone: 'error', icon: OctagonAlert },
  idle: { tone: 'idle', icon: Moon },
  reconfiguring: { tone: 'plain', icon: RefreshCw },
  manual: { tone: 'plain', icon: Gamepad2 },
  waiting: { tone: 'treating', icon: Hourglass },
  recovering: { tone: 'treating', icon: RotateCcw },
  finishing: { tone: 'treating', icon: Flag },
  starting: { tone: 'treating', icon: Play },
  calibrating: { tone: 'plain', icon: Crosshair },
  initializing: { tone: 'plain', icon: LoaderCircle },
  driving: { tone: 'plain', icon: Navigation },
  treating: { tone: 'treating', icon: Sun },
  sideshift: { tone: 'plain', icon: MoveHorizontal },
  other: { tone: 'plain', icon: CircleQuestionMark },
  working: { tone: 'treating', icon: Sun },
  unknown: { tone: 'offline', icon: CircleQuestionMark },
};
