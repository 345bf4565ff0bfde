/** A sum that goes up and down, and how high it was lately. */
export interface RecentPeak {
  change(by: number): void;
  /** The highest sum of the last moments, or the sum as it is. */
  highest(): number;
}

export function createRecentPeak(
  lastsMs: number,
  now: () => number = () => performance.now(),
): RecentPeak {
  let sum = 0;
  let peak = 0;
  let leftAt = 0;

  function note(): void {
    const at = now();
    if (sum < peak && at - leftAt <= lastsMs) return;
    peak = sum;
    leftAt = at;
  }

  return {
    change(by) {
      note();
      sum += by;
      note();
    },
    highest() {
      note();
      return peak;
    },
  };
}
