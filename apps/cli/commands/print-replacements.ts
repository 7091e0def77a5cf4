import type { Replacement, TargetChanges } from '@lectern/markdown/find-replacements';
import type { Failure } from './apply-replacements.ts';

interface Report {
  targets: readonly TargetChanges[];
  failures: readonly Failure[];
  isApplied: boolean;
  /** The address of the change request that was created. */
  url: string | undefined;
  asJson: boolean;
}

/** Text of a page must not control the terminal. */
const CONTROL = /\p{Cc}+/gu;

/** Prints one line for each replacement, and the totals. */
export function printReplacements(report: Report): void {
  if (report.asJson) console.log(JSON.stringify(presentReport(report), null, 2));
  else printLines(report);
  for (const { target, message } of report.failures)
    console.error(`lectern: ${nameOf(target)}: ${message}`.replace(CONTROL, ' '));
}

function printLines({ targets, failures, isApplied, url }: Report): void {
  const hasColors = process.stdout.isTTY && !process.env.NO_COLOR;
  for (const target of targets)
    for (const replacement of target.replacements) {
      const place = [nameOf(target), replacement.line ?? replacement.field].filter(Boolean).join(':');
      console.log(`${clean(place)}: ${describe(replacement, hasColors)}`);
    }
  const failed = new Set(failures.map(({ target }) => target));
  const changed = targets.filter((target) => !failed.has(target));
  const count = countOf(changed);
  if (targets.length === 0) console.log('Nothing matches.');
  else if (isApplied)
    console.log(`Replaced ${count}${url === undefined ? '' : ` in a change request: ${url}`}.`);
  else console.log(`${count} would be replaced. To replace them, add --apply.`);
}

function describe({ before, removed, inserted, after }: Replacement, hasColors: boolean): string {
  const mark = (text: string, color: number, [open, close]: [string, string]): string =>
    hasColors ? `\u001b[${color}m${clean(text)}\u001b[0m` : `${open}${clean(text)}${close}`;
  const [start, end] = [clean(before), clean(after)];
  return `${start}${mark(removed, 31, ['[-', '-]'])}${end} → ${start}${mark(inserted, 32, ['{+', '+}'])}${end}`;
}

const clean = (text: string): string => text.replace(CONTROL, ' ');

const nameOf = ({ kind, path, title }: TargetChanges): string =>
  kind === 'page' ? path || title : `reusable content “${title}”`;

function countOf(targets: readonly TargetChanges[]): string {
  const places = targets.reduce((sum, { replacements }) => sum + replacements.length, 0);
  const pages = targets.filter(({ kind }) => kind === 'page').length;
  const reusable = targets.length - pages;
  const where = [
    ...(pages > 0 || reusable === 0 ? [plural(pages, 'page')] : []),
    ...(reusable > 0 ? [plural(reusable, 'reusable content')] : []),
  ];
  return `${plural(places, 'place')} on ${where.join(' and in ')}`;
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

function presentReport({ targets, failures, isApplied, url }: Report): object {
  const failed = new Map(failures.map(({ target, message }) => [target, message]));
  return {
    applied: isApplied,
    ...(url === undefined ? {} : { changeRequest: url }),
    changes: targets.flatMap((target) =>
      target.replacements.map(({ line, field, before, removed, inserted, after }) => ({
        ...(target.kind === 'page' ? { page: target.id, path: target.path } : { reusableContent: target.id }),
        title: target.title,
        ...(line === undefined ? {} : { line }),
        ...(field === undefined ? {} : { field }),
        before: before + removed + after,
        after: before + inserted + after,
        ...(failed.has(target) ? { error: failed.get(target) } : {}),
      })),
    ),
    totals: {
      changes: targets.reduce((sum, { replacements }) => sum + replacements.length, 0),
      pages: targets.filter(({ kind }) => kind === 'page').length,
      reusableContents: targets.filter(({ kind }) => kind !== 'page').length,
      failed: failures.length,
    },
  };
}
