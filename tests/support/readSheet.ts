import { readZip } from './readZip.ts';

const DAY_MS = 86_400_000;
const EPOCH_DAY = 25_569;
const plain = (xml: string) =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#13;', '\r')
    .replaceAll('&amp;', '&')
    .replaceAll('_x005F_', '_');

/** The cells of the first sheet of a workbook: texts, numbers, instants as ISO texts, null for nothing. Throws where a cell would be evaluated. */
export function readSheet(workbook: Buffer): readonly (readonly (string | number | null)[])[] {
  const sheet = readZip(workbook).get('xl/worksheets/sheet1.xml') ?? '';
  if (sheet.replaceAll(/<t .*?<\/t>/gs, '').includes('<f')) throw new Error('a formula');
  return [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c(?<kind>[^>]*?)(?:\/>|>(?<content>.*?)<\/c>)/gs)].map(({ groups: { kind = '', content = '' } = {} }) => {
      const text = /<t xml:space="preserve">(.*)<\/t>/s.exec(content)?.[1];
      if (text !== undefined) return plain(text);
      const number = /<v>(.*)<\/v>/.exec(content)?.[1];
      if (number === undefined) return null;
      return kind.includes('s="2"') ? new Date(Math.round((Number(number) - EPOCH_DAY) * DAY_MS)).toISOString() : Number(number);
    }),
  );
}
