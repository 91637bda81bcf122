import { BatteryCharging, CircleCheck, ClockAlert, Info, type LucideIcon, Moon, OctagonAlert, Sun, TriangleAlert } from 'lucide-react';
import type { Tone } from './palette.ts';

/** The icon of each tone, which identifies the tone without its colour. */
export const toneIcon: Readonly<Record<Tone, LucideIcon>> = {
  online: CircleCheck,
  treating: Sun,
  error: OctagonAlert,
  warning: TriangleAlert,
  charging: BatteryCharging,
  idle: Moon,
  offline: Info,
};

export const staleIcon: LucideIcon = ClockAlert;
