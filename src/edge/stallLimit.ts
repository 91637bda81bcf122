/** The time limit of a transfer without progress, which would otherwise occupy one of the browser's few connections until its page is closed. */

import { filter, merge, mergeMap, startWith, switchMap, take, throwError, timer, type Observable, type SchedulerLike } from 'rxjs';
import type { FileProgress, HttpRequest, HttpResponse } from '#streams/ports';

/** Maximum time in ms before the first byte and after the last one, in which the server may create the file or read the upload. */
const SILENT_MS = 600_000;
/** Maximum time in ms between two bytes; longer than the limits of the transfers themselves, some of which resume after an interruption. */
const STALLED_MS = 180_000;

const limitOf = (progress: FileProgress | null): number =>
  progress === null || progress.bytes === progress.total ? SILENT_MS : STALLED_MS;

/** Returns a function that ends the response of a transfer with an error if the transfer stalls. Source: FILE10. */
export const stallLimit =
  (progress$: Observable<FileProgress>, clock: SchedulerLike) =>
  ({ address }: HttpRequest, response$: Observable<HttpResponse>): Observable<HttpResponse> => {
    const stalled$ = progress$.pipe(
      filter((progress) => progress.address === address),
      startWith(null),
      switchMap((progress) => timer(limitOf(progress), clock)),
      mergeMap(() => throwError(() => new Error('The transfer made no progress.'))),
    );
    return merge(response$, stalled$).pipe(take(1));
  };
