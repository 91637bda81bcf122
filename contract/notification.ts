import { call } from './call.ts';
import { z } from './schema.ts';

/** Whether one device may notify the caller's telephones; missing means off. Source: spec, Notification settings. */
const pushState = z.object({ mobile_push: z.boolean().nullish() }).nullish();

/** What is to be saved for one device. */
const pushSetting = z.object({ mobile_push: z.boolean() });

/** What the caller chose, by serial; a device that is not named is off. Fails: 401. Source: CALL-028, OPEN-09. */
export const getNotificationSettings = call({
  method: 'GET',
  path: 'notifications/settings',
  summary: 'The devices that may notify the caller.',
  answer: z.object({ settings: z.record(z.string(), pushState) }),
});

/**
 * Changes the caller's choice; only the changed serials are sent, and either all are saved or none. Fails: 400 when more than 75 would be on,
 * or for a device that sends none; 404 for a serial the caller does not see. Source: CALL-029, OPEN-10.
 */
export const postNotificationSettings = call({
  method: 'POST',
  path: 'notifications/settings',
  summary: 'Changes which devices may notify the caller.',
  body: z.record(z.string().min(1).max(200), pushSetting),
  answer: z.object({ success: z.boolean() }),
});

/** How many of the caller's telephones take notifications; they subscribe elsewhere. Fails: 401. Source: CALL-030, OPEN-11. */
export const getMobilePushState = call({
  method: 'GET',
  path: 'notifications/mobile_push/state',
  summary: "The number of the caller's subscriptions.",
  answer: z.object({ nr_active_subscriptions: z.number().int().min(0) }),
});
