import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { whyNoCorpora } from '../../../test/git-fixtures.ts';
import { CLIENT_VERSIONS, type ClientVersion } from '../../../test/oracle.ts';
import { findFaultyRanges } from '../test/block-ranges.ts';
import { deviationsOf, schemaNameOf, violationOf } from '../test/client-schema.ts';
import { readCorporaPages } from '../test/corpora-pages.ts';
import { arrangeConditions } from './arrange-conditions.ts';
import { canonicalText } from './canonical.ts';
import type { Block, DocumentNode, Inline } from './document.ts';
import { replaceDocument } from './edit-markdown.ts';
import { readPageCondition } from './page-condition.ts';
import { parseDivided } from './parse-edited.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { receiveDocument } from './receive/receive-document.ts';
import { resolveReferences } from './resolve-references.ts';
import { writeMarkdown } from './write-markdown.ts';

/** Read once: no test may change what was parsed. */
const pages: { path: string; source: string; parsed: ReturnType<typeof parseMarkdown> }[] = [];

describe.skipIf(whyNoCorpora)('the real repositories', () => {
  beforeAll(() => {
    for (const page of readCorporaPages()) pages.push({ ...page, parsed: parseMarkdown(page.source) });
  }, 60_000);

  it('are all here', () => {
    expect(pages).toHaveLength(408);
  });

  it('hold nothing that is kept verbatim', () => {
    const kept = pages.flatMap(({ path, parsed }) =>
      parsed.notUnderstood.map(({ what, line }) => `${path}:${line} ${what}`),
    );
    expect(kept).toEqual([]);
  });

  it('are read the same after edits', () => {
    for (const { path, source } of pages) {
      let before = parseDivided(source);
      for (const [n, typed] of ['x', '\n\n', '* ', '#'].entries()) {
        const at = Math.floor((source.length * (n + 1)) / 5);
        for (const text of [source.slice(0, at) + typed + source.slice(at), source]) {
          before = parseDivided(text, before);
          expect(isDeepStrictEqual(before.parsed, parseMarkdown(text)), path).toBe(true);
        }
      }
    }
  }, 120_000);

  it('hold no condition that is not understood', () => {
    for (const { path, source, parsed } of pages) {
      expect(arrangeConditions(parsed.document), path).toEqual({ document: parsed.document, unclear: [] });
      expect(parsed.title?.hasCondition ?? false, path).toBe(false);
      expect(readPageCondition(source, parsed.frontMatter), path).toBeUndefined();
    }
  });

  it('go from document to Markdown and back unchanged', () => {
    for (const { path, parsed } of pages) {
      const { document } = parsed;
      const again = parseMarkdown(`# Title\n\n${writeMarkdown(document)}`).document;
      expect(canonicalText(again.nodes), path).toBe(canonicalText(document.nodes));
    }
  }, 120_000);

  it('are received as they are sent', () => {
    for (const { path, parsed } of pages) {
      const sent = JSON.parse(JSON.stringify(parsed.document));
      expect(receiveDocument(sent), path).toEqual(sent);
    }
  });

  it('stay as they are when nothing is edited, and elsewhere when one block is', () => {
    for (const { path, source, parsed } of pages) {
      const { document, blocks } = parsed;
      expect(replaceDocument(source, document), path).toBe(source);
      const at = document.nodes.findIndex(
        ({ type }, i) => type === 'paragraph' && !/\[\^/.test(source.slice(blocks[i]!.start, blocks[i]!.end)),
      );
      if (at < 0) continue;
      const { start, end } = blocks[at]!;
      const edited = replaceDocument(source, { ...document, nodes: document.nodes.with(at, REPLACED) });
      expect(edited, path).toBe(`${source.slice(0, start)}Replaced${source.slice(end)}`);
    }
  }, 120_000);

  it('have a range for every block at every depth', () => {
    for (const { path, source, parsed } of pages) expect(findFaultyRanges(source, parsed), path).toEqual([]);
  });

  it('name every target where it stands', () => {
    for (const { path, source, parsed } of pages)
      for (const { start, end, raw } of parsed.targets) {
        const written = source
          .slice(start, end)
          .replace(/\\([!-/:-@[-`{-~])/g, '$1')
          .replaceAll('&#x26;', '&')
          .replaceAll('&amp;', '&');
        // An address that is written without markup is a link to it.
        expect([written, `mailto:${written}`, `http://${written}`], path).toContain(raw);
      }
  });

  it('give every node a key of its own, and what a reader needs', () => {
    const faults: string[] = [];
    for (const { path, parsed } of pages) {
      const keys = new Set<string>();
      eachNode(parsed.document.nodes, (node) => {
        if (typeof node.key !== 'string' || keys.has(node.key)) faults.push(`${path}: key ${node.key}`);
        keys.add(String(node.key));
        if (!hasWhatReadersNeed(node)) faults.push(`${path}: ${node.key}`);
      });
    }
    expect(faults).toEqual([]);
  });

  it.each(CLIENT_VERSIONS)(
    'satisfy the schemas of the client %s, but for what these cannot hold',
    (version) => {
      const found = new Set<string>();
      const violations: string[] = [];
      const validate = (node: Block | Inline, path: string): void => {
        const deviations = deviationsOf(version, node);
        for (const deviation of deviations) found.add(deviation);
        if (deviations.length === 0) {
          const name = schemaNameOf(version, node.type)!;
          const violation = violationOf(version, name, node);
          if (violation) violations.push(`${path} ${node.type} ${violation}`);
          return;
        }
        // The nodes around a deviation cannot be validated as one; its children can.
        for (const child of [...(node.nodes ?? []), ...(node.fragments ?? []).flatMap(({ nodes }) => nodes)])
          if (child.object !== 'text') validate(child, path);
      };
      for (const { path, parsed } of pages) {
        const resolved = resolveReferences(parsed.document, () => undefined);
        for (const node of resolved.nodes) validate(node, path);
      }
      expect(violations).toEqual([]);
      expect([...found].sort()).toEqual([...DEVIATIONS[version]].sort());
    },
    240_000,
  );
});

/** Nestings and kinds that occur in real repositories but that a version's schemas do not allow. */
const DEVIATIONS: Record<ClientVersion, string[]> = {
  '0.202.0': ['hint > if', 'stepper-step > tabs', 'stepper-step > table', 'link > expression', 'button'],
  '0.143.2': [
    'hint > if',
    'stepper-step > tabs',
    'stepper-step > table',
    'link > expression',
    'column > expandable',
    'if > columns',
    'updates',
    'update',
    'action button',
    'expandable that is open',
  ],
};

const REPLACED: Block = {
  object: 'block',
  type: 'paragraph',
  isVoid: false,
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'Replaced', marks: [] }] }],
};

function hasWhatReadersNeed(node: DocumentNode): boolean {
  if (node.object === 'text') return node.leaves.every(({ marks }) => Array.isArray(marks));
  const { data, isVoid, nodes } = node;
  return typeof data === 'object' && (isVoid === true || Array.isArray(nodes));
}

function eachNode(nodes: readonly DocumentNode[], visit: (node: DocumentNode) => void): void {
  for (const node of nodes) {
    visit(node);
    if (node.object === 'text') continue;
    eachNode(node.nodes ?? [], visit);
    for (const part of node.fragments ?? []) eachNode(part.nodes, visit);
  }
}
