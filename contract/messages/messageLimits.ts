/** Limits of the messages that a device sends. A message that exceeds one is refused with a notice (`notice.ts`). Sizes in bytes. */
export const messageLimits = {
  /** A packet of a connected device: the message with its topic. A longer one ends the connection. */
  packetBytes: 262_144,
  /** The packet with which a device connects. */
  connectBytes: 16_384,
  /** A message. */
  messageBytes: 65_536,
  /** A message with jobs: some 1,800 lanes, or a file of a configuration. Longer content is sent in parts. */
  jobsMessageBytes: 260_000,
  /** Parts of one report of a treatment, or of one file. */
  treatmentParts: 16,
  /** Messages that may wait for their acknowledgement, and as many command results beside them; one more ends the connection. */
  unacknowledged: 500,
  /** Messages with QoS 2 that may wait for their release; one more ends the connection. */
  unreleased: 10,
  /** Messages in a second, and at once after a pause; more are read later. */
  messagesPerSecond: 100,
  messagesAtOnce: 1_000,
  /** Bytes in a second, and at once after a pause; more are read later. */
  bytesPerSecond: 524_288,
  bytesAtOnce: 4_194_304,
  /** Characters of an id or a name, and of a site version. */
  idCharacters: 100,
  versionCharacters: 200,
  /** Characters of the name of a file or parameter. */
  fileNameCharacters: 200,
  /** Parameters and bytes of JSON of a device's configuration, all files together. */
  parameters: 5_000,
  configurationBytes: 1_000_000,
  /** Characters of the text of a command result. */
  resultCharacters: 1_000,
} as const;

/** Data groups whose messages hold jobs, and the configuration. */
const withJobs: ReadonlySet<unknown> = new Set(['treatment', 'active_treatment', 'configuration']);

/** Returns how long a message may be, in bytes; `dataGroup` of a data message, else its kind. */
export const maxMessageBytes = (dataGroup?: unknown): number =>
  withJobs.has(dataGroup) ? messageLimits.jobsMessageBytes : messageLimits.messageBytes;
