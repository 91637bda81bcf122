import { inflateSync } from 'node:zlib';

/** The content of a PDF by pdfkit: the texts of each page in written order. */
export interface ReadPdf {
  readonly pages: readonly (readonly string[])[];
  /** Number of embedded fonts. */
  readonly fonts: number;
}

const objectsOf = (text: string) =>
  new Map([...text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => [Number(id), body]));

const streamOf = (body: string): string => {
  const bytes = Buffer.from(/stream\n([\s\S]*)\nendstream/.exec(body)?.[1] ?? '', 'latin1');
  return /FlateDecode/.test(body) ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1');
};

const reference = (body: string, name: string) => Number(new RegExp(`/${name} (\\d+) 0 R`).exec(body)?.[1] ?? -1);

/** Returns the text of each glyph of a font, by its number of four hex digits. */
function glyphsOf(map: string): ReadonlyMap<string, string> {
  const glyphs = new Map<string, string>();
  for (const [, first = '0', , list = ''] of map.matchAll(/<(\w{4})> <(\w{4})> \[([^\]]*)\]/g)) {
    [...list.matchAll(/<([^>]*)>/g)].forEach(([, units = ''], index) => {
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0');
      glyphs.set(glyph, Buffer.from(units.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'));
    });
  }
  return glyphs;
}

/** Parses a document that pdfkit wrote with embedded fonts; it supports only that part of the format. */
export function readPdf(bytes: Buffer): ReadPdf {
  const text = bytes.toString('latin1');
  if (!text.startsWith('%PDF-')) throw new Error('no PDF');
  const objects = objectsOf(text);
  const all = [...objects.values()];
  const fontNames = new Map(
    all.flatMap((body) => [...body.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => [name, Number(id)] as const)),
  );
  const fonts = new Map(
    [...fontNames].map(([name, id]) => [name, glyphsOf(streamOf(objects.get(reference(objects.get(id) ?? '', 'ToUnicode')) ?? ''))]),
  );
  const pages = all
    .filter((body) => /\/Type \/Page\b(?!s)/.test(body))
    .map((body) => {
      let font = '';
      const lines: string[] = [];
      for (const [, name, shown] of streamOf(objects.get(reference(body, 'Contents')) ?? '').matchAll(
        /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g,
      )) {
        if (name !== undefined) font = name;
        const codes = [...(shown ?? '').matchAll(/<(\w*)>/g)].map(([, code = '']) => code).join('');
        if (shown !== undefined) lines.push((codes.match(/\w{4}/g) ?? []).map((code) => fonts.get(font)?.get(code) ?? '\uFFFD').join(''));
      }
      return lines;
    });
  return { pages, fonts: all.filter((body) => /\/FontFile2 /.test(body)).length };
}
