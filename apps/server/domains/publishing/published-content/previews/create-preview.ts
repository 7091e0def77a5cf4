import type { SitePointer } from '../../../../platform/access/pointers.ts';
import type { PreviewedContent } from '../../../../platform/access/visitor.ts';
import type { Context } from '../../../../platform/context.ts';
import { invalidField } from '../../../../platform/http/errors.ts';
import { siteUrl } from '../../../../platform/http/site-url.ts';
import type { SiteReaders } from '../../site-visitors/site-readers.ts';
import { pagePath, siteSpacePath } from '../../sites/site-address.ts';
import { listSiteSpaces, type SiteSpaceEntry, type SiteStructure } from '../../sites/site-structure.ts';
import { siteSpaceNotFound } from '../../sites/structure/structure-errors.ts';
import { RisonError, readRison } from './read-rison.ts';

/** A preview is an address that opens a site as it would be for somebody, for a member to look at. */
export interface PreviewToCreate {
  siteSpaceId?: string | undefined;
  claims?: string | undefined;
  seesDrafts: boolean;
  /** The path of a page. */
  target?: string | undefined;
  /** The id of the session or token that asks for it. */
  by: string;
  /** Finds a change request or revision of the space that the member may read; throws otherwise. */
  findContent(spaceId: string): Promise<Pick<PreviewedContent, 'changeRequestId' | 'revisionId'>>;
}

const LIFETIME_MS = 3_600_000;

export async function createPreview(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  readers: SiteReaders,
  site: SitePointer,
  preview: PreviewToCreate,
): Promise<{ url: string; expiresAt: Date }> {
  const open = await readers.openSites.open(site);
  const siteSpace = pickSiteSpace(open.structure, preview.siteSpaceId);
  const content = await preview.findContent(siteSpace.spaceId);
  const isOfContent = content.changeRequestId !== undefined || content.revisionId !== undefined;
  const expiresAt = new Date(Math.floor((clock().getTime() + LIFETIME_MS) / 1000) * 1000);
  const token = await readers.tokens.sign('preview', {
    organizationId: site.organizationId,
    siteId: site.siteId,
    epoch: site.visitorEpoch,
    claims: readClaims(preview.claims),
    isAuthenticated: true,
    preview: {
      isDraft: preview.seesDrafts,
      ...(isOfContent ? { spaceId: siteSpace.spaceId, ...content } : {}),
    },
    previewedBy: preview.by,
    expiresAt,
  });
  const target = readTarget(preview.target);
  const path = isOfContent
    ? siteSpacePath(open.structure, siteSpace) + contentPath(content) + target
    : pagePath(open.structure, siteSpace, target);
  const url = new URL(path, siteUrl(config, site));
  url.searchParams.set('jwt_token', token);
  return { url: url.href, expiresAt };
}

export function pickSiteSpace(structure: SiteStructure, siteSpaceId: string | undefined): SiteSpaceEntry {
  const siteSpaces = listSiteSpaces(structure);
  const found =
    siteSpaceId === undefined
      ? (siteSpaces.find(({ isDefault }) => isDefault) ?? siteSpaces[0])
      : siteSpaces.find((entry) => entry.siteSpaceId === siteSpaceId);
  if (!found) throw siteSpaceNotFound();
  return found;
}

const contentPath = ({
  changeRequestId,
  revisionId,
}: Pick<PreviewedContent, 'changeRequestId' | 'revisionId'>) => {
  if (changeRequestId !== undefined) return `~/changes/${changeRequestId}/`;
  return revisionId === undefined ? '' : `~/revisions/${revisionId}/`;
};

/** Makes the target a path below the site space, because a preview must not lead elsewhere. */
export const readTarget = (target = ''): string =>
  target
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
    .map((segment) => encodeURIComponent(segment))
    .join('/');

function readClaims(text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {};
  const claims = parseClaims(text);
  if (typeof claims === 'object' && claims !== null && !Array.isArray(claims))
    return claims as Record<string, unknown>;
  throw invalidField('claims', 'must be an object, such as (plan:pro) or {"plan":"pro"}.');
}

function parseClaims(text: string): unknown {
  try {
    return text.trimStart().startsWith('{') ? JSON.parse(text) : readRison(text);
  } catch (error) {
    if (error instanceof RisonError || error instanceof SyntaxError)
      throw invalidField('claims', `is neither Rison nor JSON: ${error.message}`);
    throw error;
  }
}
