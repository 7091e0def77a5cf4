import type { Answer, Client, Setup } from './setup.ts';

export interface Case {
  operation: string;
  /** Distinguishes several cases of one operation. */
  title?: string;
  status: number;
  /** If it returns several responses, each is checked. */
  call: (client: Client, setup: Setup) => Promise<Answer | Answer[]>;
}
