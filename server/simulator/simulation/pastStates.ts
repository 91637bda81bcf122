import type { PastEntry, Robot } from './robot.ts';

type PastStates = Extract<PastEntry, { kind: 'states' }>;

/** Returns the states at the start and the end of each error in a robot's past log (oldest first), with the sequence numbers of that time. */
export function pastStates({ build }: Pick<Robot, 'build'>, log: readonly PastEntry[]): readonly PastStates[] {
  const isDocking = build.shape === 'docks';
  const inError = (code: string | null) => (isDocking ? { state: 'error', error: code } : { current_state: 'error', error_code: code });
  const after = isDocking ? { state: 'driving', error: null } : { current_state: 'executing_task', error_code: null };
  const found: PastStates[] = [];
  let raised: { readonly time: string; readonly code: string | null } | null = null;
  for (const entry of log) {
    if (entry.kind !== 'event') continue;
    const code = entry.data?.['error_code'];
    if (entry.message === 'Error raised') raised ??= { time: entry.time, code: typeof code === 'string' ? code : null };
    if (entry.message !== 'Error cleared' || raised === null) continue;
    const sequence = 2 * found.length;
    const states = [
      { time: raised.time, sequence, state: inError(raised.code) },
      { time: entry.time, sequence: sequence + 1, state: after },
    ];
    found.push({ kind: 'states', time: raised.time, states });
    raised = null;
  }
  return found;
}
