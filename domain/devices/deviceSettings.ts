/** Rules for the name and the client name of a device, and the note that changes of name and life cycle stage take up to 48 h. */

import { fieldText, fieldTextProblem } from '../text/fieldText.ts';

/** The note below the fields name and life cycle stage. Source: MSG-061, RULE-105, CONST-044. */
export const SETTINGS_NOTE = 'Changes of name and life cycle stage take up to 48 h to reach all dashboards.';

/** Returns a device name as stored: trimmed. */
export const deviceName = (typed: string): string => fieldText(typed);

/** Returns why the name that a client gave a device is invalid ('' means no name); undefined if it is valid. Source: NAME1. */
export const clientNameProblem = (typed: string): string | undefined => fieldTextProblem(typed, { label: 'Client name' });

/** Returns why a device name is invalid; undefined if it is valid. Used by console and server. Source: MAINT1. */
export const deviceNameProblem = (typed: string): string | undefined => fieldTextProblem(typed, { label: 'Name', isRequired: true });
