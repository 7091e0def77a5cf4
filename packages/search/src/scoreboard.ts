import type { PlannedSegment } from './plan.ts';
import { addTerm } from './score-term.ts';
import type { Scores } from './scores.ts';
import type { Weights } from './weights.ts';

/** Reused between queries, which never interrupt each other. */
let scores = createScores(0, 0, 0);

/** The search that owns these scores. */
let owner = 0;
let lastOwner = 0;

function createScores(pages: number, sections: number, postings: number): Scores {
  return {
    pageScores: new Float32Array(pages),
    pageMasks: new Int32Array(pages),
    titleMasks: new Int32Array(pages),
    aboveScores: new Float32Array(pages),
    aboveMasks: new Int32Array(pages),
    sectionScores: new Float32Array(sections),
    sectionMasks: new Int32Array(sections),
    lastOfPages: new Float32Array(pages),
    lastOfAbove: new Float32Array(pages),
    lastOfSections: new Float32Array(sections),
    postings: new Uint32Array(postings),
  };
}

/**
 * The scores of one search. All searches share one board: a search that finds the scores of another one on it computes
 * its own again.
 */
export function createScoreboard(plan: readonly PlannedSegment[], weigh: () => Weights): () => Scores {
  lastOwner += 1;
  const self = lastOwner;
  return () => {
    if (owner !== self) {
      scoreSegments(plan, weigh());
      owner = self;
    }
    return scores;
  };
}

function scoreSegments(plan: readonly PlannedSegment[], weights: Weights): void {
  const last = plan.at(-1);
  const pages = last ? last.firstPage + last.segment.pageCount : 0;
  const sections = last ? last.firstSection + last.segment.sectionCount : 0;
  let postings = 0;
  for (const { terms } of plan) for (const { answer: match } of terms) postings += match.sections;
  clear(pages, sections, postings);
  let from = 0;
  for (const planned of plan)
    for (const term of planned.terms) {
      term.sectionsFrom = from;
      from += term.answer.sections;
      addTerm(scores, planned, term, weights);
    }
}

function clear(pages: number, sections: number, postings: number): void {
  const room = [scores.pageScores.length, scores.sectionScores.length, scores.postings.length] as const;
  if (room[0] < pages || room[1] < sections || room[2] < postings) {
    scores = createScores(
      Math.max(room[0], 2 * pages),
      Math.max(room[1], 2 * sections),
      Math.max(room[2], 2 * postings),
    );
    return;
  }
  scores.pageScores.fill(0, 0, pages);
  scores.pageMasks.fill(0, 0, pages);
  scores.titleMasks.fill(0, 0, pages);
  scores.aboveScores.fill(0, 0, pages);
  scores.aboveMasks.fill(0, 0, pages);
  scores.sectionScores.fill(0, 0, sections);
  scores.sectionMasks.fill(0, 0, sections);
}
