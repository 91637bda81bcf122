/** Texts of pose and velocity: x and y in m, theta in rad, velocity in m/s. */

import { measureText } from '../text/numbers.ts';

const UNITS = { current_pose_x: 'm', current_pose_y: 'm', current_pose_theta: 'rad', current_velocity: 'm/s' } as const;

/** A field of the report for the pose or velocity of a device. */
export type PoseField = keyof typeof UNITS;

/** Returns whether a field of the report belongs to the pose or velocity. */
export const isPoseField = (field: string): field is PoseField => Object.hasOwn(UNITS, field);

/** Formats a field of the pose in m, rad or m/s: `1.50 m`. Missing: `-`. */
export const poseText = (field: PoseField, value: number | null | undefined): string => measureText(value, UNITS[field]);
