/** Every block that the types of the client allow in a document is received, or refused for a declared reason. */

import { DocumentFault } from '@lectern/markdown/receive/checks';
import { receiveDocument } from '@lectern/markdown/receive/receive-document';
import { writeMarkdown } from '@lectern/markdown/write-markdown';
import { expect, test } from 'vitest';
import { CLIENT_VERSIONS } from '../oracle.ts';
import { listBlocks, type Meaning, type Sample } from './client-requests.ts';

/** What Markdown cannot express, or what a document needs beside what the types require. */
const FAULTS: { fault: RegExp; why: string }[] = [
  {
    fault: /\.data\.ref is required$/,
    why: 'A drawing without a file shows nothing.',
  },
  {
    fault: /\.data\.action\.action must be ask or search$/,
    why: 'No Markdown is known for buttons that select an option of the page.',
  },
  {
    fault: /\.data\.props\.key must be a string, a number, true or false$/,
    why: 'Properties of integrations are texts in Markdown.',
  },
  {
    fault: /\.data\.view\.columns\.0 is not a column of the definition$/,
    why: 'The types do not say that a view has the columns of its table.',
  },
];

const meaning: Meaning = (place, { pattern }) => {
  if (place.at(-1) === 'date') return '2026-01-31';
  return pattern === undefined ? undefined : 'text';
};

/** Their bodies have paragraphs here: Markdown has no other footnotes. */
const ANNOTATION = 'DocumentInlineAnnotation';

const BLOCKS = CLIENT_VERSIONS.flatMap((version) =>
  [...listBlocks(version, { meaning, without: [ANNOTATION] })].map(([name, samples]): [string, Sample[]] => [
    `${name} of ${version}`,
    samples,
  ]),
);
const used = new Set<RegExp>();

test.each(BLOCKS)('%s', (_name, samples) => {
  expect(samples.length).toBeGreaterThan(0);
  const refused: string[] = [];
  for (const { at, value } of samples) {
    const fault = findFault({ object: 'document', data: {}, nodes: [value] });
    if (fault === undefined) continue;
    const declared = FAULTS.find((one) => one.fault.test(fault));
    if (declared) used.add(declared.fault);
    else refused.push(`${at}: ${fault}: ${JSON.stringify(value).slice(0, 300)}`);
  }
  expect(refused).toEqual([]);
});

test('every declared fault happens', () => {
  expect(FAULTS.filter(({ fault }) => !used.has(fault))).toEqual([]);
});

function findFault(document: unknown): string | undefined {
  try {
    writeMarkdown(receiveDocument(document));
    return undefined;
  } catch (error) {
    if (error instanceof DocumentFault) return error.message;
    throw error;
  }
}
