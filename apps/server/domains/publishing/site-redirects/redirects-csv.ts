import { readCsvRows, readCsvValue, writeCsvRow } from '@lectern/std/csv';
import type { Pause } from '../../../platform/threads/pause.ts';
import { MAX_REDIRECTS } from './redirect-errors.ts';
import type { RedirectDestination, RedirectRule } from './redirect-rule.ts';
import { readSource } from './redirect-source.ts';
import type { InputDestination } from './redirects.schemas.ts';

const COLUMNS = ['source', 'destination', 'captureWildcard', 'permanent', 'draft'] as const;
type Column = (typeof COLUMNS)[number];

export const CSV_HEADER = writeCsvRow(COLUMNS);

export const writeRedirectRow = (rule: RedirectRule): string =>
  writeCsvRow([
    rule.source,
    writeDestination(rule.destination),
    String(rule.capturesWildcard),
    String(rule.isPermanent),
    String(rule.isDraft),
  ]);

function writeDestination(destination: RedirectDestination): string {
  if (destination.kind === 'external') return destination.url;
  if (destination.kind === 'site-section') return `site-section:${destination.siteSectionId}`;
  const { siteSpaceId } = destination;
  return destination.kind === 'site-space'
    ? `site-space:${siteSpaceId}`
    : `site-page:${siteSpaceId}/${destination.pageId}`;
}

function readDestination(text: string): InputDestination | undefined {
  if (text.startsWith('/')) return { kind: 'site-path', path: text };
  if (/^https?:\/\//i.test(text)) return { kind: 'external', url: text };
  const { kind, id, pageId } =
    /^(?<kind>site-section|site-space|site-page):(?<id>[^/]+)(?:\/(?<pageId>.+))?$/.exec(text)?.groups ?? {};
  if (id === undefined) return undefined;
  if (kind === 'site-page') return pageId === undefined ? undefined : { kind, siteSpaceId: id, pageId };
  if (pageId !== undefined) return undefined;
  return kind === 'site-section' ? { kind, siteSectionId: id } : { kind: 'site-space', siteSpaceId: id };
}

/** A redirect as it is written in a file. */
export interface WrittenRedirect {
  line: number;
  source: string;
  destination: InputDestination;
  capturesWildcard: boolean;
  isPermanent: boolean;
  isDraft: boolean;
}

export interface LineProblem {
  line: number;
  message: string;
}

const NO_COLUMNS =
  'must list the columns source and destination, and can list captureWildcard, permanent and draft';

/** More are not listed. */
export const MAX_PROBLEMS = 100;

/** Reads a file of redirects. If there are problems, the redirects must not be used. */
export async function readRedirectsCsv(
  text: string,
  pause: Pause,
): Promise<{ redirects: WrittenRedirect[]; problems: LineProblem[] }> {
  const redirects: WrittenRedirect[] = [];
  const problems: LineProblem[] = [];
  const lines = new Map<string, number>();
  let places: Map<Column, number> | undefined;
  for (const { line, values, isBroken } of readCsvRows(text, COLUMNS.length + 1)) {
    await pause(1);
    if (problems.length === MAX_PROBLEMS) break;
    const fail = (message: string): unknown => problems.push({ line, message });
    if (isBroken) fail('has a quote that is not closed, text after a closing quote, or a very long value');
    else if (!places) {
      places = readHeader(values);
      if (!places) {
        fail(NO_COLUMNS);
        break;
      }
    } else if (values.some((value) => value.trim() !== '')) {
      const redirect = readRow(values, { places, line });
      if (typeof redirect === 'string') fail(redirect);
      else {
        const key = `${redirect.isDraft} ${redirect.source}`;
        const earlier = lines.get(key);
        if (earlier !== undefined) fail(`has the same source as line ${earlier}`);
        lines.set(key, line);
        redirects.push(redirect);
        if (redirects.length > MAX_REDIRECTS) {
          fail(`exceeds the limit: a site can have at most ${MAX_REDIRECTS.toLocaleString('en-US')}`);
          break;
        }
      }
    }
  }
  if (!places && problems.length === 0) problems.push({ line: 1, message: NO_COLUMNS });
  return { redirects, problems };
}

function readHeader(values: readonly string[]): Map<Column, number> | undefined {
  const places = new Map<Column, number>();
  for (const [place, value] of values.entries()) {
    const column = COLUMNS.find((name) => name.toLowerCase() === value.trim().toLowerCase());
    if (!column || places.has(column)) return undefined;
    places.set(column, place);
  }
  return places.has('source') && places.has('destination') ? places : undefined;
}

function readRow(
  values: readonly string[],
  { places, line }: { places: ReadonlyMap<Column, number>; line: number },
): WrittenRedirect | string {
  if (values.length > places.size) return `has more than ${places.size} values`;
  const read = (column: Column): string => {
    const position = places.get(column);
    return position === undefined ? '' : readCsvValue((values[position] ?? '').trim());
  };
  const source = readSource(read('source'));
  if (typeof source === 'string') return `has an invalid source: it ${source}`;
  const destination = readDestination(read('destination'));
  if (!destination)
    return 'must have a destination: an address, a path of the site, site-section:…, site-space:… or site-page:…';
  const flags = (['captureWildcard', 'permanent', 'draft'] as const).map((column) => readFlag(read(column)));
  const [capturesWildcard, isPermanent, isDraft] = flags;
  if (capturesWildcard === undefined || isPermanent === undefined || isDraft === undefined)
    return 'must have true, false or nothing in the columns captureWildcard, permanent and draft';
  return { line, source: source.text, destination, capturesWildcard, isPermanent, isDraft };
}

function readFlag(value: string): boolean | undefined {
  if (/^(?:true|yes|1)$/i.test(value)) return true;
  return /^(?:false|no|0|)$/i.test(value) ? false : undefined;
}
