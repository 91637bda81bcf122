/** The budgets of the measurements: floor and goal of each figure, in ratios (x), % of one thread, ms or kB. */

/** The limits of a figure: `floor` must be reached, `goal` should be. */
export interface Budget {
  readonly floor: number;
  readonly goal: number;
  /** `most` means that the limits are upper bounds, `least` that they are lower bounds. */
  readonly side: 'most' | 'least';
  readonly unit: 'x' | '%' | 'B' | 'kB' | 'ms';
}

/**
 * All budgets. Ratios (x) are relative to the baseline of the same run; % is of one thread; ms is CPU time, or elapsed time for a stop and a picture; kB is 1,000 bytes as
 * received by Chromium, without the font; B is per report, with the header of its frame.
 */
export const budgets = {
  reducerPerEvent: { floor: 10_000, goal: 50_000, side: 'least', unit: 'x' },
  reducerPerFrame: { floor: 75, goal: 200, side: 'least', unit: 'x' },
  pipeline: { floor: 0.6, goal: 0.7, side: 'least', unit: 'x' },
  pipelineOfColumns: { floor: 1, goal: 4, side: 'least', unit: 'x' },
  recordingSize: { floor: 0.3, goal: 0.18, side: 'most', unit: 'x' },
  recordingDecode: { floor: 6, goal: 12, side: 'least', unit: 'x' },
  seek: { floor: 5, goal: 2, side: 'most', unit: 'ms' },
  seekAgainstReplay: { floor: 200, goal: 1_000, side: 'least', unit: 'x' },
  seekAtEnd: { floor: 2, goal: 1.3, side: 'most', unit: 'x' },
  replay: { floor: 300, goal: 3_000, side: 'least', unit: 'x' },
  replayAgainstRrweb: { floor: 10, goal: 100, side: 'least', unit: 'x' },
  loginSize: { floor: 130, goal: 106, side: 'most', unit: 'kB' },
  dashboardSize: { floor: 235, goal: 185, side: 'most', unit: 'kB' },
  mapSize: { floor: 470, goal: 445, side: 'most', unit: 'kB' },
  stopUnderLoad: { floor: 20, goal: 5, side: 'most', unit: 'x' },
  stopUnderFlood: { floor: 250, goal: 100, side: 'most', unit: 'ms' },
  stopTransport: { floor: 1.2, goal: 1.1, side: 'most', unit: 'x' },
  fanOut: { floor: 0.15, goal: 0.1, side: 'most', unit: 'x' },
  wireBytes: { floor: 60, goal: 20, side: 'most', unit: 'B' },
  wireCpu: { floor: 0.5, goal: 0.25, side: 'most', unit: 'x' },
  timelineThread: { floor: 0.5, goal: 0.2, side: 'most', unit: '%' },
  historySealed: { floor: 10, goal: 4, side: 'most', unit: 'B' },
  historyHot: { floor: 24, goal: 12, side: 'most', unit: 'B' },
  historyCore: { floor: 5, goal: 2, side: 'most', unit: '%' },
  historyDay: { floor: 200, goal: 100, side: 'most', unit: 'ms' },
  historyAge: { floor: 2, goal: 1.5, side: 'most', unit: 'x' },
  historyPicture: { floor: 2_000, goal: 1_000, side: 'most', unit: 'ms' },
  historyYear: { floor: 2_000, goal: 1_000, side: 'most', unit: 'ms' },
  tableThread: { floor: 3, goal: 2, side: 'most', unit: '%' },
} as const satisfies Record<string, Budget>;
