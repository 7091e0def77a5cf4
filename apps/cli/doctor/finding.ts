/** `problem`: something does not work, or will not after the upgrade. `warning`: it works, but needs attention. */
type FindingStatus = 'ok' | 'warning' | 'problem';

/** The result of one check, as a sentence, and what to do about it. */
export interface Finding {
  check: string;
  status: FindingStatus;
  message: string;
  action?: string;
}

/** Makes the findings of one check. */
export class Findings {
  readonly list: Finding[] = [];
  readonly #check: string;

  constructor(check: string) {
    this.#check = check;
  }

  ok(message: string): void {
    this.list.push({ check: this.#check, status: 'ok', message });
  }

  warn(message: string, action: string): void {
    this.list.push({ check: this.#check, status: 'warning', message, action });
  }

  fail(message: string, action: string): void {
    this.list.push({ check: this.#check, status: 'problem', message, action });
  }
}

/** The message of any error, as one line. */
export const messageOf = (error: unknown): string =>
  (error instanceof Error
    ? error.message || (error as NodeJS.ErrnoException).code || error.name
    : String(error)
  )
    .replaceAll(/\s+/g, ' ')
    .replace(/\.$/, '');
