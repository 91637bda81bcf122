const LANES = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const MISSING = 4;

/** Nine lanes, one of them missing. */
export function EmptyLanes() {
  return (
    <svg width="70" height="28" viewBox="0 0 70 28" fill="none" stroke="currentColor" strokeWidth="1.25" aria-hidden="true">
      {LANES.map((lane) => (
        <rect
          key={lane}
          x={1 + lane * 7.75}
          y="1"
          width="5"
          height="26"
          rx="2.5"
          opacity={0.75}
          strokeDasharray={lane === MISSING ? '1 3' : undefined}
        />
      ))}
    </svg>
  );
}
