import type { LinkCheck } from './checks/link-check.ts';
import type { OtherTarget } from './other-spaces/open-readable-space.ts';
import { type Link, type LinkStatus, relationOf } from './resolution/link.ts';
import type { LinkOwner } from './resolution/space-links.ts';
import type { ShownSpace } from './show-space.ts';

/** The data that presenting links requires. */
export interface LinkPresenter {
  own: ShownSpace;
  /** Spaces that addresses inside the app lead to. */
  others: ReadonlyMap<string, ShownSpace>;
  targetOf(link: Link): OtherTarget | undefined;
  /** Returns the last check of an external address. */
  checkOf: (url: string) => LinkCheck | undefined;
}

/** A link item, in JSON. */
export function presentLink(
  { owner, link, status }: { owner: LinkOwner; link: Link; status: LinkStatus },
  presenter: LinkPresenter,
): string {
  const outside = outsideUrl(link);
  const check = outside === undefined ? undefined : presenter.checkOf(outside);
  return (
    `{"status":"${status}","relation":"${relationOf(link.kind)}","kind":"${link.kind}"` +
    `,"target":${JSON.stringify(link.raw)}` +
    `,"targetReference":${presentTarget(link, presenter)}` +
    `,"locationReferences":[${presentLocation(owner, link.anchor, presenter.own) ?? ''}]` +
    `${check ? `,"external":${JSON.stringify(check)}` : ''}}`
  );
}

/** The page or reusable content that contains something, as a reference in JSON. */
export const presentLocation = (
  { kind, id }: Pick<LinkOwner, 'kind' | 'id'>,
  anchor: string | undefined,
  shown: ShownSpace,
): string | undefined => (kind === 'page' ? shown.page(id, anchor) : shown.reusableContent(id));

/** The http(s) address outside that a link leads to. */
export const outsideUrl = ({ target }: Link): string | undefined =>
  target?.kind === 'url' && /^(?:https?:)?\/\//i.test(target.url) ? target.url : undefined;

function presentTarget(link: Link, { own, others, targetOf }: LinkPresenter): string {
  const { target } = link;
  const asWritten = (): string => JSON.stringify({ kind: 'url', url: link.raw });
  switch (target?.kind) {
    case 'page':
      return own.page(target.id, target.found ?? target.wanted) ?? asWritten();
    case 'file':
      return own.file(target.id) ?? asWritten();
    case 'reusable-content':
      return own.reusableContent(target.id) ?? asWritten();
    case 'url':
      return JSON.stringify({ kind: 'url', url: target.url });
    case 'in-app': {
      const other = targetOf(link);
      const shown = other && others.get(other.spaceId);
      if (!shown) return asWritten();
      return (other.page ? shown.page(other.page.id, other.page.anchor) : shown.itself()) ?? asWritten();
    }
    default:
      return asWritten();
  }
}
