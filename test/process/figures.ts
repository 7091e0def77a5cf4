import { appendFileSync } from 'node:fs';

/** What a fault cost its clients. */
export interface Figures {
  fault: string;
  requests: number;
  /** Those without the response that they should have had, at their first attempt. */
  failed: number;
  /** Changes whose success was reported. */
  acknowledged?: number;
  /** Of these, those that are not there afterwards. */
  lost?: number;
  /** Changes that are there more than once. */
  doubled?: number;
  /** From the end of the fault, or from the kill, to the next success. */
  recoverySeconds?: number;
}

/** Prints the figures, and hands them to `npm run soak:faults` for its table. */
export function recordFigures(figures: Figures): void {
  const { fault, ...rest } = figures;
  const told = Object.entries(rest).map(([name, value]) => `${name} ${Math.round(value * 10) / 10}`);
  console.log(`${fault}: ${told.join(', ')}.`);
  const file = process.env.LECTERN_FAULT_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify(figures)}\n`);
}
