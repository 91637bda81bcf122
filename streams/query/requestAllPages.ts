import { paged, z } from '#contract/schema';
import { EMPTY, expand, last, map, type Observable } from 'rxjs';
import { requestAgain, type Attempt } from './requestOnce.ts';
import type { RequestSpec } from '../event.ts';
import { isIncomplete, joinPages, type Page } from './fullLists.ts';
import type { Ports } from '../ports.ts';

const anyPage = paged(z.unknown());

/** The pages loaded so far with their attempts, and the last attempt; `page` is null if it failed. */
interface Progress {
  readonly pages: readonly Page[];
  readonly attempts: readonly Attempt[];
  readonly attempt: Attempt;
  readonly page: Omit<Page, 'rowCount'> | null;
}

type RequestPage = (progress: Pick<Progress, 'pages' | 'attempts'>) => Observable<Progress>;

function requestNextPage(
  ports: Ports,
  request: RequestSpec,
  before: readonly Attempt[],
  { pages, attempts }: Pick<Progress, 'pages' | 'attempts'>,
): Observable<Progress> {
  const nextPage = { ...request, query: { ...request.query, page: pages.length } };
  return requestAgain(ports, nextPage, before[pages.length] ?? null).pipe(
    map((attempt) => {
      const page = attempt.ok ? (anyPage.safeParse(attempt.answer).data ?? null) : null;
      if (!attempt.ok || page === null) return { pages, attempts, attempt, page: null };
      const { rowCount = page.results.length } = attempt;
      return { pages: [...pages, { ...page, rowCount }], attempts: [...attempts, attempt], attempt, page };
    }),
  );
}

const textOf = (attempt: Attempt): string => (attempt.ok ? (attempt.text ?? '') : '');

/**
 * Requests a full list, which may have hundreds of pages, page by page in order, and emits one attempt with all rows joined. If a page fails, its attempt is
 * the outcome of the whole list. A list without paging is treated as one page. A page equal to the same page of `before` is not parsed again. Never errors.
 * Source: RULE-115..119, ANY9.
 */
export function requestAllPages(ports: Ports, request: RequestSpec, before: Attempt | null): Observable<Attempt> {
  const known = before?.ok === true ? (before.pages ?? []) : [];
  const next: RequestPage = (progress) => requestNextPage(ports, request, known, progress);
  return next({ pages: [], attempts: [] }).pipe(
    expand((progress) => (progress.page !== null && isIncomplete(progress.pages) ? next(progress) : EMPTY)),
    last(),
    map(({ pages, attempts, attempt, page }) => {
      if (!attempt.ok || page === null) return attempt;
      const unread = attempts.reduce((sum, one) => sum + (one.ok ? one.unread : 0), 0);
      return { ...attempt, answer: joinPages(pages), text: attempts.map(textOf).join('\n'), unread, pages: attempts };
    }),
  );
}
