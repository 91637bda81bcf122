/** Interval, in ms, at which the page receives the reports of a large fleet: fewer batches cost less to reduce and render. */
const PACE_MS = 250;
/** The number of reports in an interval from which further reports wait for its end. */
const MANY = 100;

/** Posts to another thread; throws for a value that cannot be cloned. */
export type Post<Message> = (message: Message, handedOver: readonly ArrayBuffer[]) => void;

/** Runs a function after a time in ms. */
export type After = (ms: number, run: () => void) => void;

/** Functions that post messages in their order. */
interface PacedPost<Message> {
  /** Posts a message immediately, after all messages that wait. */
  readonly now: Post<Message>;
  /** Posts a message with about this number of reports immediately, or after 250 ms at most. */
  readonly paced: (message: Message, handedOver: readonly ArrayBuffer[], reports: number) => void;
}

/**
 * Creates the functions that post messages; the reports of a large fleet wait and are posted together, and `join` merges several messages into one. Source:
 * SOCK13.
 */
export function pacedPost<Message>(post: Post<Message>, join: (messages: readonly Message[]) => Message, after: After): PacedPost<Message> {
  let waiting: Message[] = [];
  let buffers: ArrayBuffer[] = [];
  let reportsWaiting = 0;
  // Null outside an interval.
  let reportsInInterval: number | null = null;
  const flush = () => {
    const [messages, handedOver] = [waiting, buffers];
    const [first] = messages;
    [waiting, buffers, reportsWaiting] = [[], [], 0];
    if (first !== undefined) post(messages.length === 1 ? first : join(messages), handedOver);
  };
  const begin = (reports: number) => {
    reportsInInterval = reports;
    after(PACE_MS, () => {
      reportsInInterval = null;
      if (waiting.length === 0) return;
      // The waiting reports count only in the next interval, so the reports of a fleet that has become quiet are not delayed.
      const next = reportsWaiting;
      flush();
      begin(next);
    });
  };
  return {
    now: (message, handedOver) => {
      flush();
      post(message, handedOver);
    },
    paced: (message, handedOver, reports) => {
      waiting.push(message);
      buffers.push(...handedOver);
      reportsWaiting += reports;
      if (reportsInInterval !== null && reportsInInterval >= MANY) return;
      flush();
      if (reportsInInterval === null) begin(reports);
      else reportsInInterval += reports;
    },
  };
}
