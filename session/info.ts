import { dataSizeText } from '#domain/text/dataSize';
import { dateTimeText } from '#domain/text/dates';
import { ageText } from '#domain/text/duration';
import type { Session } from './openSession.ts';

/** What a recording holds, a line per fact. */
export function infoLines({ info, blocks, damage, size }: Session): readonly string[] {
  const [from, to] = [blocks[0]?.firstAt ?? 0, blocks.at(-1)?.lastAt ?? 0];
  const { recordedBy, site, note, devices } = info;
  return [
    `recorded by  ${recordedBy.name} (${recordedBy.username}, ${recordedBy.role || 'no role'}), ${site.company}`,
    `from, to     ${dateTimeText(from)} to ${dateTimeText(to)}, ${ageText(to - from)}`,
    `devices      ${String(devices)}`,
    `events       ${String(blocks.reduce((sum, { count }) => sum + count, 0))}`,
    `blocks       ${String(blocks.length)}, ${dataSizeText(size)}`,
    `console      ${site.product} ${site.version}`,
    ...(note === '' ? [] : [`note         ${note.replaceAll('\n', ' ')}`]),
    ...(damage === null ? [] : [`damage       ${damage}`]),
  ];
}
