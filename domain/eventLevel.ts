import { eventFilter, type EventLevel } from '#contract/deviceEvent';

/** The word of each level. */
export const levelText: Readonly<Record<EventLevel, string>> = {
  success: 'Success',
  info: 'Info',
  warning: 'Warning',
  error: 'Error',
  fatal: 'Fatal',
};

/** Whether a level is one of the documents'. */
export const isEventLevel = (level: string | null | undefined): level is EventLevel => level != null && Object.hasOwn(levelText, level);

/** The levels that can be filtered for; fatal is found under all. Source: DEV-122, RULE-080, GAP-22. */
export const levelChoices = eventFilter.options.map((value) => ({ value, label: levelText[value] }));

/** The level that an address asks for; undefined for all, and for a word that is no choice. */
export const levelOf = (text: string | null) => eventFilter.options.find((level) => level === text);
