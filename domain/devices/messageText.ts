import type { ReceivedMessage } from '#contract/devices/deviceConnection';

const fieldsText = (count: number) => (count === 1 ? '1 field' : `${count} fields`);

/** Returns how a message was read, in a few words. Source: CONN4. */
export function messageText({
  outcome,
  reason,
  losses,
  remarks,
}: Pick<ReceivedMessage, 'outcome' | 'reason' | 'losses' | 'remarks'>): string {
  const [first] = losses;
  if (reason != null && reason !== '') return `Not taken: ${reason}`;
  if (outcome === 'dropped') return first === undefined ? 'Not read' : `Not read: ${first.field}, ${first.why}`;
  if (outcome === 'partly') return `Read but for ${fieldsText(losses.length)}: ${losses.map(({ field }) => field).join(', ')}`;
  if (outcome !== 'read') return outcome;
  return remarks.length === 0 ? 'Read' : `Read; ${fieldsText(remarks.length)} not known or missing`;
}
