import { numberText } from '#domain/text/numbers';
import { Banner } from '#ui/Banner';

interface Props {
  readonly answer: { readonly result: readonly unknown[]; readonly has_older?: boolean | null | undefined } | undefined;
  /** The noun of a row: `event`. */
  readonly what: string;
}

/** Renders a note that a list contains only its newest rows; nothing for a complete list. */
export function OlderLeftOut({ answer, what }: Props) {
  if (answer?.has_older !== true) return null;
  return (
    <Banner tone="quiet">{`Only the newest ${numberText(answer.result.length)} ${what}s are listed; older ones are left out.`}</Banner>
  );
}
