import { eventFilter, type EventLevel } from '#contract/devices/deviceEvent';

/** The label of each event level. */
export const levelText: Readonly<Record<EventLevel, string>> = {
  success: 'Success',
  info: 'Info',
  warning: 'Warning',
  error: 'Error',
  fatal: 'Fatal',
};

/** Checks whether a level is one that the specification defines. */
export const isEventLevel = (level: string | null | undefined): level is EventLevel => level != null && Object.hasOwn(levelText, level);

/** The options of the level filter; `fatal` is listed only without a filter. Source: DEV-122, RULE-080, GAP-22. */
export const levelChoices = eventFilter.options.map((value) => ({ value, label: levelText[value] }));

/** Parses the level of a URL parameter; undefined when missing or not an option. */
export const levelOf = (text: string | null) => eventFilter.options.find((level) => level === text);
