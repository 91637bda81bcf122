import { z } from '#contract/schema';
import { ask } from './store.ts';
import { until } from './until.ts';

const QUERY = 'select serial, name from device join device_state using (serial) order by name limit 1 offset 3';
const rows = z.array(z.object({ serial: z.string(), name: z.string() }));

/** Returns a device that has reported since the start; the fourth by name, because other tests use the first ones. */
export const reportingDevice = (dataDir: string): Promise<{ serial: string; name: string }> =>
  until('four devices that reported', async () => rows.parse(await ask(dataDir, QUERY))[0]);
