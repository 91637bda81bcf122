import { fieldText, fieldTextProblem } from './fieldText.ts';

/** Shown below name and stage. Source: MSG-061, RULE-105, CONST-044. */
export const SETTINGS_NOTE = 'Changes of name and life cycle stage take up to 48 h to reach all dashboards.';

/** A name as it is kept: without blanks around it. */
export const deviceName = (typed: string): string => fieldText(typed);

/** What is wrong with a name of a device; undefined when it may be saved. Console and server ask the same. Source: MAINT1. */
export const deviceNameProblem = (typed: string): string | undefined => fieldTextProblem(typed, { label: 'Name', isRequired: true });
