import { parseExpression } from '@lectern/expressions/parse-expression';
import type { Static } from 'typebox';
import { Clean } from 'typebox/value';
import { type ErrorDetail, invalidField, invalidFields } from '../../../../platform/http/errors.ts';
import type { Warning } from '../../sites/sites.schemas.ts';
import {
  type PutCustomizationBody,
  type SparseCustomization,
  SparseCustomizationSchema,
} from './customization.schemas.ts';

/** In characters of JSON. A theme with hundreds of links needs less. */
const MAX_STORED = 100_000;

type Body = Static<typeof PutCustomizationBody>;
type PageAction = NonNullable<NonNullable<SparseCustomization['pageActions']>['items']>[number];

/**
 * Reads the customization that a caller sends, which may be that of an older client. Fields that a customization does
 * not have are omitted, and so is `ai.mode`: no questions are answered yet.
 */
export function readCustomization(body: Body): { customization: SparseCustomization; warnings: Warning[] } {
  const { pdf, git, ...fields } = structuredClone(body);
  const { ai, styling, pageActions, ...others } = fields;
  const { mode, ...settings } = ai ?? {};
  const { headingFont, ...style } = styling ?? {};
  const items = readPageActions({ pdf, git, pageActions });
  const known = {
    ...others,
    ai: settings,
    styling: { ...style, ...(headingFont ? { headingFont } : {}) },
    ...(items ? { pageActions: { items } } : {}),
  };
  const customization = Clean(SparseCustomizationSchema, known) as SparseCustomization;
  assertCustomization(customization);
  const isWished = mode !== undefined && mode !== 'none';
  return { customization, warnings: isWished ? [NO_AI] : [] };
}

const NO_AI: Warning = {
  path: 'ai.mode',
  message: 'This version cannot answer questions of readers, so the mode stays “none”.',
};

/** Older clients have a switch for each action instead of the list. */
function readPageActions({
  pdf,
  git,
  pageActions = {},
}: Pick<Body, 'pdf' | 'git' | 'pageActions'>): PageAction[] | undefined {
  const { items, externalAI, markdown, mcp } = pageActions;
  if (items) return items;
  const switches: [PageAction, boolean | undefined][] = [
    ['external-ai', externalAI],
    ['markdown', markdown],
    ['mcp', mcp],
    ['git', git?.showEditLink],
    ['pdf', pdf?.enabled],
  ];
  if (switches.every(([, isOn]) => isOn === undefined)) return undefined;
  return switches.flatMap(([action, isOn]) => (isOn ? [action] : []));
}

/** Refuses values that the types allow: conditions that are not expressions, and customizations that are too large. */
export function assertCustomization(customization: SparseCustomization): void {
  const links = customization.header?.links ?? [];
  const details = links.flatMap(({ condition = '' }, index): ErrorDetail[] => {
    const problem = condition === '' ? undefined : parseExpression(condition).problem;
    if (!problem) return [];
    const place = `line ${problem.line}, column ${problem.column}`;
    const message = `is not a valid expression (${place}): ${problem.message}`;
    return [{ path: `header.links.${index}.condition`, message }];
  });
  if (details.length > 0) throw invalidFields(details);
  if (JSON.stringify(customization).length > MAX_STORED)
    throw invalidField('', `The customization is larger than ${MAX_STORED / 1000} kB. Use fewer links.`);
}
