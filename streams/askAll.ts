import { paged, z } from '#contract/schema';
import { of, switchMap, type Observable } from 'rxjs';
import { ask, type Attempt } from './ask.ts';
import type { Question } from './event.ts';
import { isIncomplete, joinPages, type Page } from './fullLists.ts';
import type { Ports } from './ports.ts';

const anyPage = paged(z.unknown());
const noPage: Page = { total: 0, results: [] };

type Answered = Extract<Attempt, { ok: true }>;

const pageOf = (question: Question, page: number): Question => ({ ...question, query: { ...question.query, page } });

function joined(before: Answered | null, newest: Answered, page: Page): Answered {
  if (before === null) return newest;
  const known = anyPage.safeParse(before.answer);
  return { ...newest, answer: joinPages(known.data ?? noPage, page), text: `${before.text}\n${newest.text}` };
}

/**
 * Asks for a full list page by page, in order, and gives one attempt with all rows joined; the first page that fails is the answer to all.
 * A list that is not paged is one page. Never errors. Source: RULE-115..119.
 */
export function askAll(ports: Ports, question: Question, number = 0, before: Answered | null = null): Observable<Attempt> {
  return ask(ports, pageOf(question, number)).pipe(
    switchMap((attempt) => {
      const page = attempt.ok ? anyPage.safeParse(attempt.answer).data : undefined;
      if (!attempt.ok || page === undefined) return of(attempt);
      const soFar = joined(before, attempt, page);
      const rows = anyPage.safeParse(soFar.answer).data ?? noPage;
      return isIncomplete(rows, page, number + 1) ? askAll(ports, question, number + 1, soFar) : of(soFar);
    }),
  );
}
