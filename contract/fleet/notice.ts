/** Notices to a device about a refused message or unreadable field: `noticeCode`, `noticeField`. */

import { instant, z } from '../schema.ts';

/** The reason for a notice to a device. More reasons may be added. */
export const noticeCode = z.enum([
  /** Fields of a message could not be read, or exceed their bounds, and were ignored; the rest of the message was used. */
  'fields_dropped',
  /** Fields that no contract defines were ignored, or defaults replaced missing fields; the rest of the message was used. */
  'fields_noted',
  /** The whole message was ignored. */
  'unreadable',
  'too_large',
  /** A report that is not newer than the last accepted one. */
  'old',
  /** The reported incident or treatment belongs to another owner. */
  'id_taken',
  /** A result of a command that was never delivered to the device or has already ended. */
  'result_refused',
  /** The message could not be stored. */
  'not_stored',
  /** Some parts of a treatment did not arrive. */
  'parts_missing',
  'unknown_device',
  'unknown_topic',
  'retained',
  /** The message used a topic of another device, of commands or of the broker; the connection is closed. */
  'foreign_topic',
  /** Too many messages await their acknowledgement or release; the connection is closed. */
  'too_many_waiting',
  'subscription_refused',
]);
/** The reason for a notice to a device. */
export type NoticeCode = z.infer<typeof noticeCode>;

/** A field of a message, why it is named, and the limit that it exceeds. */
export const noticeField = z.object({ field: z.string(), why: z.string(), limit: z.nullish(z.string()) });
/** A field of a message, why it is named, and the limit that it exceeds. */
export type NoticeField = z.infer<typeof noticeField>;

/**
 * A notice to a device (`devices/{serial}/notice`, QoS 0, never retained): a message of the device, or a part of it, was refused or ignored. The same notice is
 * sent at most once in 10 s, and at most five notices in a second; a device that does not subscribe or does not read misses them. No answer is expected.
 */
export const noticeMessage = z.object({
  /** Instant of the notice, by the server's clock. */
  time: instant,
  code: noticeCode,
  /** Description in words, for a log. */
  text: z.string(),
  /** The topic of the message, or its last segment. */
  topic: z.string(),
  /** The fields that identify the message, if they could be read: `time`, `sequence`, `data_group`, `kind`, ids. */
  message: z.record(z.string(), z.union([z.string(), z.number()])),
  /** At most 20 fields; `fields_in_all` is the total number. */
  fields: z.array(noticeField),
  fields_in_all: z.int(),
  /** Whether the whole message was ignored. */
  is_dropped: z.boolean(),
  closes_connection: z.boolean(),
  /** The number of notices suppressed since the last one. */
  more_since_the_last: z.int(),
});
/** A notice to a device. */
export type NoticeMessage = z.infer<typeof noticeMessage>;
