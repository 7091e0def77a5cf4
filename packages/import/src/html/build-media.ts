import { attributeOf, findByTag, type HtmlElement } from '@lectern/html/html-tree';
import { embedOf, fileOf } from '@lectern/markdown/block-factories';
import type { Block } from '@lectern/markdown/document';
import type { HtmlContext } from './html-context.ts';

/** Builds a player, frame or object from the address that it shows. */
export function buildMedia(context: HtmlContext, element: HtmlElement): Block[] {
  const address = readMediaAddress(context, element);
  if (address === undefined) return keepContent(context, element);
  const track = findByTag(element, 'track');
  if (track)
    context.report(
      'unsupported-element',
      `The subtitles “${attributeOf(track, 'src') ?? ''}” of a <${element.tagName}> element were left out.`,
    );
  return [/^https?:/i.test(address) ? embedOf(address) : fileOf(address)];
}

/** The fallback of an element without an address. */
function keepContent(context: HtmlContext, element: HtmlElement): Block[] {
  const content = element.tagName === 'iframe' ? [] : context.blocks(element.childNodes);
  context.report(
    'unsupported-element',
    `A <${element.tagName}> element without an address was left out.${content.length > 0 ? ' Its text was kept.' : ''}`,
  );
  return content;
}

/** The address that a player, frame or object shows; undefined if it has none that can be shown. */
export function readMediaAddress(context: HtmlContext, element: HtmlElement): string | undefined {
  const inner = findByTag(element, 'source');
  const written =
    attributeOf(element, 'src') ??
    attributeOf(element, 'data-src') ??
    attributeOf(element, 'data') ??
    (inner && attributeOf(inner, 'src'));
  const target = written && context.target(written.trim());
  if (!target || target.startsWith('data-image:') || /^about:/i.test(target)) return undefined;
  return watchAddress(target.startsWith('//') ? `https:${target}` : target);
}

/** The page of a video in place of the address of its player. */
function watchAddress(url: string): string {
  const youtube = /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{6,20})/i.exec(url)?.[1];
  if (youtube) return `https://www.youtube.com/watch?v=${youtube}`;
  const vimeo = /^https?:\/\/player\.vimeo\.com\/video\/(\d+)/i.exec(url)?.[1];
  return vimeo ? `https://vimeo.com/${vimeo}` : url;
}
