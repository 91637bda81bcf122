import { filter, map, scan, type MonoTypeOperatorFunction } from 'rxjs';
import type { News } from '../event.ts';
import type { Arrival } from '../stamp.ts';

/** Keeps what `judge` calls news, remembering what it is told to. For the slow sources; reports of state have `newestPer`. */
export function keepNews<Memory>(
  seed: Memory,
  judge: (memory: Memory, item: News) => { readonly memory: Memory; readonly isNews: boolean },
): MonoTypeOperatorFunction<Arrival> {
  const keep = (last: { readonly memory: Memory }, { source, news }: Arrival) => {
    const fresh: News[] = [];
    let { memory } = last;
    for (const item of news) {
      const judged = judge(memory, item);
      memory = judged.memory;
      if (judged.isNews) fresh.push(item);
    }
    return { memory, source, news: fresh };
  };
  return (arrivals$) =>
    arrivals$.pipe(
      scan(keep, { memory: seed, source: '', news: [] }),
      filter(({ news }) => news.length > 0),
      map(({ source, news }) => ({ source, news })),
    );
}
