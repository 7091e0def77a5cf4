/** A clock that moves only when a test moves it. */
export interface TestClock {
  now(): Date;
  advance(milliseconds: number): void;
}

export function createTestClock(start = new Date()): TestClock {
  let time = start.getTime();
  return {
    now: () => new Date(time),
    advance: (milliseconds) => {
      time += milliseconds;
    },
  };
}
