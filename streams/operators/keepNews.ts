import { filter, map, scan, type MonoTypeOperatorFunction } from 'rxjs';
import type { News } from '../event.ts';
import type { Arrival } from '../stamp.ts';

interface Kept<Memory> {
  readonly memory: Memory;
  readonly arrival: Arrival;
}

/** Keeps what `judge` calls news, remembering what it is told to. For the slow sources; reports of state have `newestPer`. */
export function keepNews<Memory>(
  seed: Memory,
  judge: (memory: Memory, item: News) => { readonly memory: Memory; readonly isNews: boolean },
): MonoTypeOperatorFunction<Arrival> {
  const keep = (last: Kept<Memory>, { news, ...about }: Arrival): Kept<Memory> => {
    const fresh: News[] = [];
    let { memory } = last;
    for (const item of news) {
      const judged = judge(memory, item);
      memory = judged.memory;
      if (judged.isNews) fresh.push(item);
    }
    return { memory, arrival: { ...about, news: fresh } };
  };
  return (arrivals$) =>
    arrivals$.pipe(
      scan(keep, { memory: seed, arrival: { source: '', news: [] } }),
      map(({ arrival }) => arrival),
      filter(({ news }) => news.length > 0),
    );
}
