import type { MonoTypeOperatorFunction } from 'rxjs';
import type { News } from '../event.ts';
import type { Arrival } from '../stamp.ts';
import { keepNews } from './keepNews.ts';

const isOtherSession = ({ kind }: News): boolean => kind === 'session.opened' || kind === 'session.renewed' || kind === 'session.closed';

/** Twenty polls that are refused together are one refused session: the first `session.refused` passes, the next only after news of the session. */
export function refusedOnce(): MonoTypeOperatorFunction<Arrival> {
  return keepNews(false, (isRefused, item) => {
    if (item.kind !== 'session.refused') return { memory: isRefused && !isOtherSession(item), isNews: true };
    return { memory: true, isNews: !isRefused };
  });
}
