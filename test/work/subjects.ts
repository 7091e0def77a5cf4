import { createHash } from 'node:crypto';
import { inspectSource } from '@lectern/content/facts/document-facts';
import { readReferences } from '@lectern/content/facts/references';
import { readSections } from '@lectern/content/facts/sections';
import { mergeSources } from '@lectern/content/merge/merge-sources';
import { resolveTarget } from '@lectern/content/references/resolve-target';
import { diffSnapshots } from '@lectern/content/tree/diff-snapshots';
import { NO_SETTINGS } from '@lectern/content/tree/entries';
import { buildSnapshot, EMPTY_SNAPSHOT, type Snapshot } from '@lectern/content/tree/snapshot';
import { createEvaluator } from '@lectern/expressions/evaluator';
import { listPaths } from '@lectern/expressions/list-paths';
import { parseExpression } from '@lectern/expressions/parse-expression';
import { choosePaths } from '@lectern/git/layout/choose-paths';
import { readRepositoryLayout } from '@lectern/git/layout/read-layout';
import { writeSummary } from '@lectern/git/layout/write-summary';
import { parseRemoteUrl } from '@lectern/git/program/remote-url';
import { webAddress } from '@lectern/html/web-address';
import { findFormat } from '@lectern/import/formats/import-formats';
import type { ImportFiles } from '@lectern/import/imported-content';
import { arrangeWebsite } from '@lectern/import/website/arrange-website';
import { createScope, pageKey } from '@lectern/import/website/crawl-scope';
import { readSitemaps } from '@lectern/import/website/read-sitemap';
import { evaluateForVisitors } from '@lectern/markdown/evaluate-markdown';
import { editSource } from '@lectern/markdown/page-source';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { resolveReferences } from '@lectern/markdown/resolve-references';
import { writeMarkdown } from '@lectern/markdown/write-markdown';
import { type ProcessedSpec, processSpec } from '@lectern/openapi/process-spec';
import { maskPersonalData } from '@lectern/personal-data/mask-personal-data';
import { type MaskingRule, readMaskingRule } from '@lectern/personal-data/masking-rule';
import { createReferences } from '@lectern/render/references';
import { renderDocument } from '@lectern/render/render-document';
import { createExcerpts, toLine } from '@lectern/search/excerpt';
import { createSegmentWriter } from '@lectern/search/segment-writer';
import { parseAddress } from '@lectern/std/address';
import { readCsvRows } from '@lectern/std/csv';
import type { FastifyInstance } from 'fastify';
import { InviteUsersBody } from '../../apps/server/domains/access/invites/invites.schemas.ts';
import { readPageHead } from '../../apps/server/domains/content/embeds/read-page-head.ts';
import { compareBlocks } from '../../apps/server/domains/content/history/page-changes/compare-blocks.ts';
import { UpdateSpaceBody } from '../../apps/server/domains/content/spaces/spaces.schemas.ts';
import { readIssues } from '../../apps/server/domains/conversations/clustering/read-issues.ts';
import { readMail } from '../../apps/server/domains/conversations/importing/read-mail.ts';
import { placeIssues } from '../../apps/server/domains/conversations/issues/place-issues.ts';
import { buildContent } from '../../apps/server/domains/git/import/build-content.ts';
import { convertWebPageTask } from '../../apps/server/domains/import/website/convert-web-page.ts';
import { readRobots } from '../../apps/server/domains/import/website/read-robots.ts';
import { EVENT_PARTS, TrackEventsBody } from '../../apps/server/domains/insights/events/events.schemas.ts';
import { readCampaign, withoutQuery } from '../../apps/server/domains/insights/events/read-url.ts';
import { readRedirectsCsv } from '../../apps/server/domains/publishing/site-redirects/redirects-csv.ts';
import { readPo } from '../../apps/server/domains/translations/exchange/po.ts';
import { readXliff } from '../../apps/server/domains/translations/exchange/xliff.ts';
import { readJsonBodies } from '../../apps/server/platform/http/json-bodies.ts';
import { parseLargeJson } from '../../apps/server/platform/http/large-json.ts';
import { useValidation } from '../../apps/server/platform/http/validation.ts';
import { explainValidation } from '../../apps/server/platform/http/validation-errors.ts';
import { createScrubber } from '../../apps/server/platform/log-scrubbing.ts';
import { adaptiveFamilies, handleAdaptive } from './adaptive-families.ts';
import { blockFamilies } from './block-families.ts';
import { conditionFamilies, conditionFrontMatters, conditionSummaries } from './condition-families.ts';
import { conversationFamilies, mailFamilies, messageFamilies } from './conversation-families.ts';
import { type ExportedContent, exportFamilies, summaryEditFamilies } from './export-families.ts';
import { type FormatInput, formatFamilies } from './format-families.ts';
import { websiteFamilies } from './html-families.ts';
import { frontMatterFamilies, markdownFamilies } from './markdown-families.ts';
import { mergeFamilies } from './merge-families.ts';
import { repositoryFamilies, summaryFamilies } from './repository-families.ts';
import {
  bodyFamilies,
  csvFamilies,
  eventFamilies,
  expressionFamilies,
  jsonFamilies,
  lineFamilies,
  redirectFamilies,
} from './request-families.ts';
import { specFamilies } from './spec-families.ts';
import { tableFamilies } from './table-families.ts';
import { unitFileFamilies } from './unit-file-families.ts';
import { linkFamilies, robotsFamilies, sitemapFamilies } from './website-families.ts';

/** A function for input from outside, whose work must grow no faster than the input. */
export interface Subject {
  name: string;
  /** The smaller of the two sizes that are compared; the other one is four times as large. */
  n: number;
  /** Makes the input of a size: its length in characters, and the call that is counted. */
  prepare(n: number): { length: number; run: () => unknown };
}

const USUAL_SIZE = 24;
/** Deeper than the levels that are read. */
const NESTED_SIZE = 80;
/** For inputs with at most sixty levels, of which a quarter would be too few. */
const DEEPER_SIZE = 40;

/** Larger than the levels of containers, and than the work that is done once for each source. */
const FORMAT_SIZE = 120;

/** Larger than the lists that are compared pair by pair. */
const MERGE_SIZE = 600;

/** Deeper than what is read of nested elements. */
const HTML_SIZE = 250;

const KIND_SIZES: Record<string, number> = {
  format: FORMAT_SIZE,
  merge: MERGE_SIZE,
  conversations: 100,
  table: 100,
  edit: 100,
  spec: 60,
  export: 200,
  'adaptive page': 100,
  'page of conditions': 100,
  'table of contents with conditions': 100,
  'edit of a table of contents': 200,
  'robots.txt': 100,
  'links of a website': 100,
  'web page': HTML_SIZE,
};

function sizeOf(family: string): number {
  if (family.startsWith('nested')) return NESTED_SIZE;
  return family.startsWith('deeper') ? DEEPER_SIZE : USUAL_SIZE;
}

/** Families that behave regularly only above a limit, or that would take long at the usual size. */
const SIZES: Record<string, number> = {
  'adaptive page: nested conditions': 800,
  // Tables of 5,000 rows, and paragraphs of 100,000 words.
  'merge: alternating rows': 1250,
  'merge: alternating words': 12_500,
  'page: a long footnote used often': 200,
  'page: openings of a footnote that exists': 100,
  'table of contents: emphasis': 100,
  'table of contents: a computed entry with errors in one line': 100,
  'page: colours in colours': 80,
  'page: nested {% hint %}': 100,
  'page: nested <table>': 400,
  'page: tag values that never end': 1600,
  'page: nested {% if a %}': 100,
  'page: images in images': 40,
  'page: HTML that is kept, with signs before a tag': 400,
  'front matter: aliases to a long list': 150,
  'page: "![" and then "<!--"': 200,
  'page: run of ![': 40,
  'page: run of ![ and blanks': 40,
  'page: run of a![': 40,
  'front matter: indentation': 40,
  'body: rules of no kind': 600,
  'line: words of "A1"': 200,
  // More than the conditions that one page can have.
  'page of conditions: conditions without an end in a line': 800,
  'page of conditions: conditions of many names in a line': 500,
  'page: a sparse table': 30,
  'page: a sparse table of typed columns': 30,
  'body: wrong entries': 600,
  'body: wrong lists': 600,
  'body: wrong objects': 600,
  'body: objects with wrong fields': 600,
  'body: wrong rules': 600,
  // The validator copies what it found for each event, up to the values that are explained.
  'events: events with wrong fields': 600,
  'page: nested <details>': 1500,
  'page: references to a long definition': 1500,
  // More than the levels of HTML and of tags that are read.
  ...Object.fromEntries(
    [
      'lines "<table><thead></thead>"',
      'deeper "<details>"',
      'deeper "<table><thead></thead>"',
      ...['tabs', 'stepper', 'columns', 'updates'].map((tag) => `unclosed {% ${tag} %}`),
      'unclosed <pre>',
      'a table in a table',
      'pictures in pictures',
    ].map((family) => [`page: ${family}`, 160]),
  ),
  'page: references to one footnote, ever deeper': 6,
  'page: references to footnotes that do not exist, ever deeper': 6,
};

function subjectsOf<Input>(
  kind: string,
  families: Record<string, (n: number) => Input>,
  handle: (input: Input) => unknown,
): Subject[] {
  return Object.entries(families).map(([family, make]) => {
    const name = `${kind}: ${family}`;
    return {
      name,
      n: SIZES[name] ?? (family.includes(': HTML, ') ? HTML_SIZE : KIND_SIZES[kind]) ?? sizeOf(family),
      prepare(n) {
        const input = make(n);
        const { length } = typeof input === 'string' ? input : JSON.stringify(input);
        return { length, run: () => handle(input) };
      },
    };
  });
}

const references = createReferences(
  { snapshot: EMPTY_SNAPSHOT, space: { spaceId: 'a' }, fileUrl: () => '' } as never,
  { page: () => 'a', space: () => 'a', collection: () => 'a' },
  undefined,
);

/** Handles a page as the service does when it is imported, read and written. */
function handlePage(source: string): unknown {
  const parsed = parseMarkdown(source);
  const document = resolveReferences(parsed.document, (url) => ({ kind: 'url', url }));
  const sections = readSections(parsed);
  const html = String(renderDocument(document, { references }).html);
  return [parsed, sections, readReferences(parsed, {}), html, writeMarkdown(document)];
}

const hashOf = (text: string): string => createHash('sha1').update(text).digest('hex');

async function importFiles(texts: Record<string, string>, previous: Snapshot): Promise<Snapshot> {
  const layout = await readRepositoryLayout({
    list: () => Object.entries(texts).map(([path, text]) => ({ path, oid: hashOf(text), size: text.length })),
    readTexts: async (paths) =>
      new Map(paths.flatMap((path) => (texts[path] === undefined ? [] : [[path, texts[path]] as const]))),
  });
  const content = await buildContent({
    layout,
    previous,
    renames: new Map(),
    relatives: [],
    departed: new Map(),
    oidOf: (path) => hashOf(texts[path] ?? ''),
    documentOf: (path) => hashOf(texts[path] ?? ''),
    blobOf: (path) => ({ hash: hashOf(texts[path] ?? ''), size: 1, contentType: 'text/plain' }),
    isUnfetched: () => false,
    treeUrl: undefined,
    now: '2030-01-01T00:00:00.000Z',
  });
  return buildSnapshot(content, () => {});
}

/** Imports a repository twice, the second time with all of its files moved, and looks its pages up. */
async function handleRepository(texts: Record<string, string>): Promise<unknown> {
  const first = await importFiles(texts, EMPTY_SNAPSHOT);
  const moved = Object.fromEntries(
    Object.entries(texts).map(([path, text]) => [path.startsWith('.') ? path : `moved/${path}`, text]),
  );
  const second = await importFiles(moved, first);
  const pages = [...second.pages.pages()].map(({ entry }) => [
    entry,
    second.pages.find(entry.id)?.entry.id,
    resolveTarget(second, undefined, `/${entry.title}.MD`),
  ]);
  return [pages, diffSnapshots(first, second), [...second.nodeHashes()]];
}

/** Reads a page for its facts, as when it is saved, and shows it to visitors for whom some of its conditions hold. */
const handleConditions = (source: string): unknown => [
  inspectSource(Buffer.from(source)),
  handleAdaptive(source),
];

/** Edits a page in its middle, in blocks and as Markdown, compares both states, and merges them with another edit. */
function handleEdit(source: string): unknown {
  const at = source.indexOf('a', source.length >> 1);
  const edited = at < 0 ? `${source}b` : `${source.slice(0, at)}b${source.slice(at + 1)}`;
  const [before, after] = [parseMarkdown(source).document, parseMarkdown(edited).document];
  const document = JSON.parse(JSON.stringify(after));
  return [
    editSource({ source, content: { document } }).source,
    editSource({ source, content: { markdown: edited } }).source,
    compareBlocks(before.nodes, after.nodes).length,
    mergeSources({ base: source, ours: edited, theirs: `${source}\n\nc\n` }, () => undefined),
    evaluateForVisitors(source, new Map(), { isHidden: (raw) => raw === 'b.md', mask: 'a' }),
  ];
}

/** Receives an OpenAPI spec. */
function handleSpec(text: string): unknown {
  const file = { url: 'https://example.com/openapi.json', bytes: Buffer.from(text) };
  const {
    filesystem: _filesystem,
    source: _source,
    ...outcome
  } = processSpec({
    files: [file],
    mayRefer: false,
    unreadable: [],
  }) as ProcessedSpec;
  return outcome;
}

/** Chooses the files for content that is in no repository yet. */
function handleExport({ pages = [], files = [], reusables = [] }: ExportedContent): unknown {
  const wanted = buildSnapshot({ pages, files, reusables, settings: NO_SETTINGS }, () => {});
  const difference = diffSnapshots(EMPTY_SNAPSHOT, wanted);
  return choosePaths({ base: EMPTY_SNAPSHOT, wanted, difference, root: '', present: [] });
}

/** Files in memory. */
function filesOf(texts: Record<string, string>): ImportFiles {
  const textOf = (path: string): string => texts[path] ?? '';
  return {
    paths: Object.keys(texts).sort(),
    has: (path) => Object.hasOwn(texts, path),
    sizeOf: (path) => textOf(path).length,
    readBytes: async (path) => Buffer.from(textOf(path)),
    readText: async (path) => textOf(path),
  };
}

/** Converts the files of a source. */
const handleFormat = ({ format, files }: FormatInput): unknown =>
  findFormat(format)?.convert(filesOf(files), { sourceName: 'a' });

const scrub = createScrubber(['a secret of this instance']);

/** Applies the rules of a website to an address as long as they are. */
async function handleRobots(text: string): Promise<unknown> {
  const robots = await readRobots('https://example.com/', async () => ({
    ...FETCHED,
    body: Buffer.from(text),
  }));
  return [robots.allows(`https://example.com/${'a'.repeat(text.length)}`), robots.sitemaps];
}

const FETCHED = {
  status: 200,
  headers: {},
  url: new URL('https://example.com/'),
  hasLeftOrigin: false,
  isCut: false,
};

const scope = createScope('https://example.com/');

const handleSitemap = (text: string): Promise<string[]> =>
  readSitemaps(['https://example.com/sitemap.xml'], {
    fetch: async (url) => (url.endsWith('sitemap.xml') ? Buffer.from(text) : undefined),
    isWanted: scope.includes,
  });

/** Chooses the pages to read among those that a page links to, and nests them. */
function handleLinks(paths: string[]): unknown {
  const urls = paths.map((path) => `https://example.com${path}`);
  const pages = urls.map((path) => ({
    kind: 'document' as const,
    path,
    title: 'a',
    markdown: '',
    children: [],
  }));
  return [urls.map(scope.includes), urls.map(pageKey), arrangeWebsite(pages)];
}

/** Reads a page of a website: for an import, and as the target of an embed. */
const handleWebPage = async (html: string): Promise<unknown> => {
  const page = { html, url: 'https://example.com/a' };
  return [await convertWebPageTask.run(page), readPageHead(page)];
};

const refusals =
  <Input>(handle: (input: Input) => unknown) =>
  (input: Input): unknown => {
    try {
      return handle(input);
    } catch (error) {
      return String(error);
    }
  };

/** Handles a line that is logged, searched for and indexed, and parsed as the address of a page or of a repository. */
function handleLine(line: string): unknown {
  const writer = createSegmentWriter(null);
  writer.add({ pageId: 'a', key: Buffer.alloc(16), title: line, sections: [{ title: line, text: line }] });
  return [
    scrub(JSON.stringify({ url: line, nested: JSON.stringify({ url: line }) })),
    writer.finish().length,
    createExcerpts(line, { language: null })(toLine(line)),
    resolveTarget(EMPTY_SNAPSHOT, 'a/b.md', line),
    webAddress(line),
    parseAddress(line)?.href,
    withoutQuery(line),
    readCampaign(line),
    repositoryUrl(line),
  ];
}

function repositoryUrl(line: string): unknown {
  try {
    return parseRemoteUrl(line);
  } catch (error) {
    return String(error);
  }
}

/** Validates an expression, and evaluates it with a list for each of its names. */
function handleExpression(text: string): unknown {
  const { expression } = parseExpression(text);
  return expression && [listPaths(expression), createEvaluator({ a: [{ a: 'a' }] }).evaluate(text)];
}

const RULES = ['CUST-####', '*@corp', '??-7', '.-.'].map(
  (pattern) => readMaskingRule(pattern) as MaskingRule,
);

/** Masks a message and reads its issues. */
function handleMessage(body: string): unknown {
  const masked = maskPersonalData(body, RULES);
  return readIssues({ subject: body.slice(0, 500), parts: [{ role: 'user', body: masked }] });
}

const NO_MODEL = {
  nextNumber: 1,
  issues: 0,
  counts: Buffer.of(),
  frozenIssues: 0,
  frozenCounts: Buffer.of(),
};

type Compile = Parameters<FastifyInstance['setValidatorCompiler']>[0];

/** Creates the validation of bodies, without a server around it. */
function createValidation(): (schema: object, body: unknown) => unknown {
  let compile: Compile | undefined;
  const app = {
    getSchemas: () => EVENT_PARTS,
    setValidatorCompiler: (given: Compile) => {
      compile = given;
    },
    addHook: () => {},
    getDefaultJsonParser: () => {},
    removeContentTypeParser: () => {},
    addContentTypeParser: () => {},
  };
  useValidation(app as never);
  return (schema, body) => {
    const validate = compile?.({ schema, httpPart: 'body', method: 'POST', url: '/' } as never) as (
      body: unknown,
    ) => { error?: { validation: never } };
    const { error } = validate(body);
    return error && explainValidation(error.validation, 'body', {}).details;
  };
}

const validate = createValidation();

type ParseBody = (request: undefined, bytes: Buffer, done: (error: unknown, value?: unknown) => void) => void;

/** Creates the parser of bodies, without a server around it. */
function createBodyParser(): (json: string) => Promise<unknown> {
  let parse: ParseBody = () => {};
  const app = {
    getDefaultJsonParser: () => (_request: undefined, body: string, done: (error: unknown) => void) =>
      done(body.length),
    removeContentTypeParser: () => {},
    addContentTypeParser: (_type: string, _options: object, given: ParseBody) => {
      parse = given;
    },
  };
  readJsonBodies(app as never);
  return (json) =>
    new Promise((resolve) => parse(undefined, Buffer.from(json), (...outcome) => resolve(outcome)));
}

const parseBody = createBodyParser();

/** Parses a body, and again in slices, whatever its size. */
const handleJson = async (json: string): Promise<unknown> => [
  await parseBody(json),
  await parseLargeJson(json, { values: 100_000, depth: 500 }).catch(String),
];

/** Receives blocks, and writes them into a page. */
function handleBlocks(document: object): unknown {
  try {
    return editSource({ source: '# A\n', content: { document } });
  } catch (error) {
    return String(error);
  }
}

/** The functions that handle texts, by the kind of text. */
export const textHandlers = {
  page: handlePage,
  'front matter': (text: string): unknown => inspectSource(Buffer.from(`---\n${text}\n---\n`)),
  'table of contents': (text: string): unknown => handleRepository({ 'SUMMARY.md': text, 'a.md': '# a\n' }),
  line: handleLine,
};

export const subjects: Subject[] = [
  ...subjectsOf('page', markdownFamilies, textHandlers.page),
  ...subjectsOf('adaptive page', adaptiveFamilies, handleAdaptive),
  ...subjectsOf('page of conditions', conditionFamilies, handleConditions),
  ...subjectsOf('front matter of conditions', conditionFrontMatters, textHandlers['front matter']),
  ...subjectsOf('table of contents with conditions', conditionSummaries, textHandlers['table of contents']),
  ...subjectsOf('front matter', frontMatterFamilies, textHandlers['front matter']),
  ...subjectsOf('table of contents', summaryFamilies, textHandlers['table of contents']),
  ...subjectsOf('table', tableFamilies, textHandlers.page),
  ...subjectsOf('edit', tableFamilies, handleEdit),
  ...subjectsOf('spec', specFamilies, handleSpec),
  ...subjectsOf('repository', repositoryFamilies, handleRepository),
  ...subjectsOf('format', formatFamilies, handleFormat),
  ...subjectsOf('web page', websiteFamilies, handleWebPage),
  ...subjectsOf('robots.txt', robotsFamilies, handleRobots),
  ...subjectsOf('sitemap', sitemapFamilies, handleSitemap),
  ...subjectsOf('links of a website', linkFamilies, handleLinks),
  ...subjectsOf('XLIFF', unitFileFamilies.xliff, refusals(readXliff)),
  ...subjectsOf('PO', unitFileFamilies.po, refusals(readPo)),
  ...subjectsOf('redirects', redirectFamilies, (text) => readRedirectsCsv(text, async () => {})),
  ...subjectsOf('merge', mergeFamilies, (sides) => mergeSources(sides, () => undefined)),
  ...subjectsOf('export', exportFamilies, handleExport),
  ...subjectsOf('edit of a table of contents', summaryEditFamilies, writeSummary),
  ...subjectsOf('message', messageFamilies, handleMessage),
  ...subjectsOf('mail', mailFamilies, (text) => readMail(Buffer.from(text, 'latin1'))),
  ...subjectsOf('conversations', conversationFamilies, (conversations) =>
    placeIssues({ model: NO_MODEL, clusters: [], conversations }),
  ),
  ...subjectsOf('line', lineFamilies, textHandlers.line),
  ...subjectsOf('expression', expressionFamilies, handleExpression),
  ...subjectsOf('JSON', jsonFamilies, handleJson),
  ...subjectsOf('CSV', csvFamilies, (text) => [...readCsvRows(text, 5)]),
  ...subjectsOf('blocks', blockFamilies, handleBlocks),
  ...subjectsOf('events', eventFamilies, (events) => validate(TrackEventsBody, events)),
  ...subjectsOf('body', bodyFamilies, (body) => [
    validate(InviteUsersBody, body),
    validate(UpdateSpaceBody, body),
  ]),
];
