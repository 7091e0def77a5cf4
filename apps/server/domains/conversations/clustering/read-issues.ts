import { cutText } from '@lectern/std/cut-text';
import { readMessageText } from './message-text.ts';
import { readTerms, type Term } from './read-terms.ts';

/** The fields of a conversation from which issues are read. */
export interface ReadConversation {
  subject: string | null;
  parts: readonly { role: string; body: string }[];
}

/** A question or problem of a user in a conversation. */
export interface ReadIssue {
  title: string;
  summary: string;
  language: string | undefined;
  terms: Term[];
}

const MAX_ISSUES = 5;
const MAX_MESSAGES = 50;
const MAX_TITLE_LENGTH = 120;
const MAX_SUMMARY_LENGTH = 400;
/** A message with fewer terms makes an issue only if no message has more, as in “Where is my parcel?”. */
const MIN_TERMS = 2;
/** A question that has less than this in common with every earlier issue begins another one. */
const MIN_SHARED = 0.15;

interface Draft {
  texts: string[];
  terms: Term[];
  stems: Set<string>;
  language: string | undefined;
}

/**
 * Reads the issues of a conversation, in their order. The first message of a user begins an issue, and later messages
 * add to it, unless one asks about something else and so begins another issue.
 */
export function readIssues({ subject, parts }: ReadConversation): ReadIssue[] {
  const drafts: Draft[] = [];
  let short: Draft | undefined;
  const messages = parts.filter(({ role }) => role === 'user').slice(0, MAX_MESSAGES);
  const heading = subject?.trim() ?? '';
  for (const { body } of messages) {
    const text = readMessageText(body);
    const isFirst = drafts.length === 0;
    const { terms, language } = readTerms(isFirst && heading !== '' ? `${heading}.\n${text}` : text);
    if (terms.length < MIN_TERMS) {
      if (terms.length > 0) short ??= toDraft(text, terms, language);
      continue;
    }
    const related = findRelated(drafts, terms, text);
    if (related) extend(related, text, terms);
    else if (drafts.length < MAX_ISSUES) drafts.push(toDraft(text, terms, language));
  }
  if (drafts.length === 0 && short) drafts.push(short);
  return drafts.map((draft, at) => toIssue(draft, at === 0 ? heading : ''));
}

const toDraft = (text: string, terms: Term[], language: string | undefined): Draft => ({
  texts: [text],
  terms,
  stems: new Set(terms.map(({ stem }) => stem)),
  language,
});

/** Finds the issue to which a message adds; the last one if the message asks nothing. */
function findRelated(drafts: readonly Draft[], terms: readonly Term[], text: string): Draft | undefined {
  const last = drafts.at(-1);
  if (!last || !/[?？¿]/.test(text)) return last;
  let best: Draft | undefined;
  let most = MIN_SHARED;
  for (const draft of drafts) {
    const shared = terms.filter(({ stem }) => draft.stems.has(stem)).length / terms.length;
    if (shared >= most) [best, most] = [draft, shared];
  }
  return best;
}

const MAX_TERMS_OF_ISSUE = 400;

function extend(draft: Draft, text: string, terms: readonly Term[]): void {
  draft.texts.push(text);
  const offset = (draft.terms.at(-1)?.place ?? 0) + 10;
  for (const term of terms.slice(0, MAX_TERMS_OF_ISSUE - draft.terms.length)) {
    draft.terms.push({ ...term, place: term.place + offset });
    draft.stems.add(term.stem);
  }
}

function toIssue({ texts, terms, language }: Draft, heading: string): ReadIssue {
  const sentences = sentencesOf(texts.join('\n'));
  const hasHeading = readTerms(heading).terms.length > 0;
  const least = Math.min(MIN_TERMS, terms.length);
  const first = sentences.find((sentence) => readTerms(sentence).terms.length >= least) ?? heading;
  const title = cut(hasHeading ? heading : first, MAX_TITLE_LENGTH);
  const summary = cut(
    sentences.slice(Math.max(0, sentences.indexOf(first))).join(' ') || heading,
    MAX_SUMMARY_LENGTH,
  );
  return { title, summary, language, terms };
}

const END_OF_SENTENCE = /(?<=[.!?。！？])\s+|\n+/;

const sentencesOf = (text: string): string[] =>
  cutText(text, 4000)
    .split(END_OF_SENTENCE)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence !== '');

/** Cuts a text to a length, at the end of a word if there is one in its second half. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = cutText(text, length - 1);
  const space = start.lastIndexOf(' ');
  return `${space > length / 2 ? start.slice(0, space) : start}…`;
}
