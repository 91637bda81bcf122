/**
 * Limits the snapshots of one person's sockets per batch: a console that opens gets its snapshot at once, one that subscribes repeatedly has to wait.
 */
const PER_PERSON = 2;

/** A socket that waits for its snapshot. */
interface Waiting {
  readonly person: string;
  /** Whether the previous snapshot has been sent. */
  readonly isReady: () => boolean;
  readonly send: () => void;
}

/**
 * Queue of the snapshots of all sockets: one is sent in each turn of the server's only thread, one is in flight per socket, and a few of a person per batch.
 */
export interface Snapshots {
  /** Sends a snapshot as soon as allowed; replaces a snapshot that the socket is still waiting for. */
  readonly request: (socket: object, waiting: Waiting) => void;
  readonly forget: (socket: object) => void;
  /** Begins the next batch. */
  readonly renew: () => void;
}

/** Creates the queue; `nextTurn` runs work after other events were handled. */
export function createSnapshots(nextTurn: (work: () => void) => void): Snapshots {
  const queue = new Map<object, Waiting>();
  const sentTo = new Map<string, number>();
  let isScheduled = false;
  const mayGo = ({ person, isReady }: Waiting) => (sentTo.get(person) ?? 0) < PER_PERSON && isReady();
  const schedule = () => {
    if (isScheduled || queue.size === 0) return;
    isScheduled = true;
    nextTurn(sendOne);
  };
  const sendOne = () => {
    isScheduled = false;
    for (const [socket, waiting] of queue) {
      if (!mayGo(waiting)) continue;
      queue.delete(socket);
      sentTo.set(waiting.person, (sentTo.get(waiting.person) ?? 0) + 1);
      waiting.send();
      return schedule();
    }
  };
  return {
    request: (socket, waiting) => {
      queue.set(socket, waiting);
      schedule();
    },
    forget: (socket) => void queue.delete(socket),
    renew: () => {
      sentTo.clear();
      schedule();
    },
  };
}
