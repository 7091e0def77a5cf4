import { agents } from './agents.ts';
import type { Answer } from './answer.ts';
import { breakdown } from './breakdown.ts';
import { brokenLinks } from './broken-links.ts';
import { entryPages, exitPages } from './entries-and-exits.ts';
import { feedback } from './feedback.ts';
import { missingPages } from './missing-pages.ts';
import { searches } from './searches.ts';
import { topPages } from './top-pages.ts';
import { traffic } from './traffic.ts';
import { unreadPages } from './unread-pages.ts';

/** Every answer, in the order in which they are documented. */
export const ANSWERS: readonly Answer[] = [
  traffic,
  breakdown,
  topPages,
  entryPages,
  exitPages,
  searches,
  feedback,
  missingPages,
  brokenLinks,
  agents,
  unreadPages,
];
