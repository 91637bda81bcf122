const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A piece of HTML that is safe to put into a page. */
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

/** Template for HTML: every value is escaped unless it is `Html` itself; anything but text vanishes. */
export const html = (fixed: TemplateStringsArray, ...values: readonly unknown[]): Html =>
  new Html(fixed.reduce((page, piece, at) => page + textOf(values[at - 1]) + piece));
