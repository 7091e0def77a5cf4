import type { Answer, Client, Ground } from './ground.ts';

export interface Case {
  operation: string;
  /** Tells cases of one operation apart. */
  title?: string;
  status: number;
  /** More answers than one: each is checked. */
  call: (client: Client, ground: Ground) => Promise<Answer | Answer[]>;
}
