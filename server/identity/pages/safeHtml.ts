/** `html`, a template tag that escapes every value, and `Html`, markup that is already escaped. */

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Markup that is already escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const textOf = (part: unknown): string => {
  if (part instanceof Html) return part.text;
  if (typeof part === 'string') return part.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');
  return '';
};

/** Builds HTML as a template tag: escapes every value that is not `Html`; values other than text are dropped. */
export const html = (fixed: TemplateStringsArray, ...values: readonly unknown[]): Html =>
  new Html(fixed.reduce((page, piece, at) => page + textOf(values[at - 1]) + piece));
