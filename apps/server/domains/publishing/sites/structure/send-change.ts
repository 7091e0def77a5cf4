import type { FastifyReply, FastifyRequest } from 'fastify';
import { grantedSite, grantedTo } from '../../../../platform/access/authorize.ts';
import type { Context } from '../../../../platform/context.ts';
import { sendNothing } from '../../../../platform/http/no-content.ts';
import {
  itemsBelow,
  listSiteSpaces,
  type SiteStructure,
  type StructureItem,
  withoutDeletedSpaces,
} from '../site-structure.ts';
import { changeStructure } from './change-structure.ts';
import { findItem, findSiteSpace } from './edits/find-items.ts';
import { readStructureParts } from './read-structure.ts';
import type { Changed } from './sections.service.ts';
import { presentExternalLink, presentGroup, presentSection, presentSiteSpace } from './structure.present.ts';

/** The common parts of all routes that change the structure of a site. */
export const CHANGES_STRUCTURE = {
  access: 'site:edit',
  audit: { none: 'It changes what a site shows, not whom it lets in.' },
} as const;

/** Sends the changed part; nothing if the caller prefers that. */
export async function sendChanged<Part>(
  request: FastifyRequest,
  reply: FastifyReply,
  { status = 200, present }: { status?: 200 | 201; present: () => Promise<Part> },
): Promise<Part | undefined> {
  if (prefersMinimal(request)) {
    reply.header('preference-applied', 'return=minimal');
    return sendNothing(reply, 204);
  }
  reply.code(status);
  return present();
}

/** The handler that deletes a part of the structure of a site, with the id in this parameter of the URL. */
export const createDeletion =
  (context: Context, parameter: string, remove: (before: SiteStructure, id: string) => SiteStructure) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const id = (request.params as Record<string, string>)[parameter] as string;
    await changeStructure(context, grantedSite(request), (before) => remove(before, id));
    return sendNothing(reply, 205);
  };

/** `Prefer: return=minimal` (RFC 7240) asks for no body. */
function prefersMinimal({ headers: { prefer } }: FastifyRequest): boolean {
  const values = [prefer ?? []].flat().join(',').split(/[,;]/);
  return values.some((value) => /^\s*return\s*=\s*"?minimal"?\s*$/i.test(value));
}

/** Creates functions that present the changed part, as the caller sees it. */
export function createChangeResponses(context: Context) {
  const partsFor = async (
    request: FastifyRequest,
    structure: SiteStructure,
    shown: StructureItem | SiteStructure['siteSpaces'][number],
  ) => {
    const siteSpaces = shown.kind === 'site-space' ? [shown] : siteSpacesOf(shown);
    return readStructureParts(context, {
      site: grantedSite(request),
      structure,
      actor: grantedTo(request).actor,
      siteSpaces,
    });
  };
  return {
    async section(request: FastifyRequest, changed: Changed) {
      const structure = withoutDeletedSpaces(changed.structure);
      const section = findItem(structure, 'site-section', changed.id);
      return presentSection(section, await partsFor(request, structure, section));
    },
    async siteSpace(request: FastifyRequest, changed: Changed) {
      const structure = withoutDeletedSpaces(changed.structure);
      const entry = findSiteSpace(structure, changed.id);
      return presentSiteSpace(entry, await partsFor(request, structure, entry));
    },
    async group(request: FastifyRequest, changed: Changed) {
      const structure = withoutDeletedSpaces(changed.structure);
      const group = findItem(structure, 'site-section-group', changed.id);
      return presentGroup(group, await partsFor(request, structure, group));
    },
    async link(request: FastifyRequest, changed: Changed) {
      const structure = withoutDeletedSpaces(changed.structure);
      const link = findItem(structure, 'site-external-link', changed.id);
      return presentExternalLink(link, await partsFor(request, structure, link));
    },
  };
}

const siteSpacesOf = (item: StructureItem) =>
  [...itemsBelow([item])].flatMap((one) =>
    one.kind === 'site-section' ? listSiteSpaces({ items: [one], siteSpaces: [] }) : [],
  );
