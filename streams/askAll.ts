import { paged, z } from '#contract/schema';
import { EMPTY, expand, last, map, type Observable } from 'rxjs';
import { ask, type Attempt } from './ask.ts';
import type { Question } from './event.ts';
import { isIncomplete, joinPages, type Page } from './fullLists.ts';
import type { Ports } from './ports.ts';

const anyPage = paged(z.unknown());

/** The pages so far, and the attempt that brought the newest; `page` is null when it brought none. */
interface Gathered {
  readonly pages: readonly Page[];
  readonly texts: readonly string[];
  readonly attempt: Attempt;
  readonly page: Omit<Page, 'unread'> | null;
}

function gather(ports: Ports, question: Question, { pages, texts }: Pick<Gathered, 'pages' | 'texts'>): Observable<Gathered> {
  const wanted = { ...question, query: { ...question.query, page: pages.length } };
  return ask(ports, wanted).pipe(
    map((attempt) => {
      const page = attempt.ok ? (anyPage.safeParse(attempt.answer).data ?? null) : null;
      if (!attempt.ok || page === null) return { pages, texts, attempt, page: null };
      const { unread } = attempt;
      return { pages: [...pages, { ...page, unread }], texts: [...texts, attempt.text], attempt, page };
    }),
  );
}

/**
 * Asks for a full list page by page, in order, and gives one attempt with all rows joined, once: a list may have hundreds of pages. The first page
 * that fails is the answer to all. A list that is not paged is one page. Never errors. Source: RULE-115..119.
 */
export function askAll(ports: Ports, question: Question): Observable<Attempt> {
  return gather(ports, question, { pages: [], texts: [] }).pipe(
    expand((gathered) => (gathered.page !== null && isIncomplete(gathered.pages) ? gather(ports, question, gathered) : EMPTY)),
    last(),
    map(({ pages, texts, attempt, page }) =>
      attempt.ok && page !== null
        ? { ...attempt, answer: joinPages(pages), text: texts.join('\n'), unread: pages.reduce((sum, { unread }) => sum + unread, 0) }
        : attempt,
    ),
  );
}
