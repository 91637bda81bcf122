import { paged, z } from '#contract/schema';
import { EMPTY, expand, last, map, type Observable } from 'rxjs';
import { requestOnce, type Attempt } from './requestOnce.ts';
import type { CallRequest } from '../event.ts';
import { isIncomplete, joinPages, type Page } from './fullLists.ts';
import type { Ports } from '../ports.ts';

const anyPage = paged(z.unknown());

/** The pages so far, and the last attempt; `page` is null when it failed. */
interface Progress {
  readonly pages: readonly Page[];
  readonly texts: readonly string[];
  readonly attempt: Attempt;
  readonly page: Omit<Page, 'unread'> | null;
}

function requestNextPage(ports: Ports, request: CallRequest, { pages, texts }: Pick<Progress, 'pages' | 'texts'>): Observable<Progress> {
  const nextPage = { ...request, query: { ...request.query, page: pages.length } };
  return requestOnce(ports, nextPage).pipe(
    map((attempt) => {
      const page = attempt.ok ? (anyPage.safeParse(attempt.answer).data ?? null) : null;
      if (!attempt.ok || page === null) return { pages, texts, attempt, page: null };
      const { unread } = attempt;
      return { pages: [...pages, { ...page, unread }], texts: [...texts, attempt.text ?? ''], attempt, page };
    }),
  );
}

/**
 * Requests a full list page by page, in order, and emits one attempt with all rows joined: a list may have hundreds of pages. The first page that
 * fails is the outcome of all. A list that is not paged is one page. Never errors. Source: RULE-115..119.
 */
export function requestAllPages(ports: Ports, request: CallRequest): Observable<Attempt> {
  return requestNextPage(ports, request, { pages: [], texts: [] }).pipe(
    expand((progress) => (progress.page !== null && isIncomplete(progress.pages) ? requestNextPage(ports, request, progress) : EMPTY)),
    last(),
    map(({ pages, texts, attempt, page }) =>
      attempt.ok && page !== null
        ? { ...attempt, answer: joinPages(pages), text: texts.join('\n'), unread: pages.reduce((sum, { unread }) => sum + unread, 0) }
        : attempt,
    ),
  );
}
