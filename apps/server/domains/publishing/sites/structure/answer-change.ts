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
import { findItem, findSiteSpace } from './edits/find-items.ts';
import { readStructureParts } from './read-structure.ts';
import type { Changed } from './sections.service.ts';
import { presentExternalLink, presentGroup, presentSection, presentSiteSpace } from './structure.present.ts';

/** `Prefer: return=minimal` (RFC 7240) asks for no body. */
export function prefersMinimal({ headers: { prefer } }: FastifyRequest): boolean {
  const values = [prefer ?? []].flat().join(',').split(/[,;]/);
  return values.some((value) => /^\s*return\s*=\s*"?minimal"?\s*$/i.test(value));
}

/** Answers 204 and tells that the preference was honored. */
export function sendMinimal(reply: FastifyReply): void {
  reply.header('preference-applied', 'return=minimal');
  sendNothing(reply, 204);
}

/** Creates functions that present the changed part, as the caller sees it. */
export function createAnswers(context: Context) {
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
