/** What a figure must reach at least, and what it should reach. */
export interface Budget {
  readonly floor: number;
  readonly goal: number;
  /** `most`: the smaller the better; `least`: the larger the better. */
  readonly side: 'most' | 'least';
  readonly unit: 'x' | '%' | 'kB';
}

/** Every budget of the console. Ratios are against the plain way of the same run; percent is of one thread; kB are 1,000 bytes as Chromium received them, without the font. */
export const budgets = {
  reducerPerEvent: { floor: 2_000, goal: 10_000, side: 'least', unit: 'x' },
  reducerPerFrame: { floor: 25, goal: 75, side: 'least', unit: 'x' },
  pipeline: { floor: 0.6, goal: 0.8, side: 'least', unit: 'x' },
  loginSize: { floor: 130, goal: 106, side: 'most', unit: 'kB' },
  dashboardSize: { floor: 211, goal: 185, side: 'most', unit: 'kB' },
  mapSize: { floor: 450, goal: 445, side: 'most', unit: 'kB' },
  stopUnderLoad: { floor: 20, goal: 5, side: 'most', unit: 'x' },
  tableThread: { floor: 6, goal: 3, side: 'most', unit: '%' },
} as const satisfies Record<string, Budget>;
