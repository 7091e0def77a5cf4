import type { Answer, Client, Ground } from './ground.ts';

export interface Case {
  operation: string;
  /** Distinguishes several cases of one operation. */
  title?: string;
  status: number;
  /** If it returns several responses, each is checked. */
  call: (client: Client, ground: Ground) => Promise<Answer | Answer[]>;
}
