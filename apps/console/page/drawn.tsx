import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { PagePlace, TextPlace } from '../api/place.ts';
import type { DocumentNode } from '../editor/convert/document-json.ts';
import { Renderer } from '../editor/views/rendered.ts';
import styles from './page-header.module.css';
import type { Cover } from './use-fields.ts';

const renderers = new Map<string, Renderer>();

export function rendererOf(place: TextPlace): Renderer {
  const name = `${place.spaceId}/${place.changeRequestId ?? ''}/${place.pageId ?? ''}`;
  const known = renderers.get(name) ?? new Renderer(place);
  renderers.set(name, known);
  return known;
}

/**
 * Renders a block with the service and finds an element in the result. Undefined while it is loading, or if there is
 * none.
 */
function useDrawn(place: TextPlace, block: DocumentNode | undefined, selector: string): Element | undefined {
  const [drawn, setDrawn] = useState<Element>();
  const json = block && JSON.stringify(block);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text of a block stands for it.
  useEffect(() => {
    let isCurrent = true;
    if (!block) setDrawn(undefined);
    else
      void rendererOf(place)
        .render(block)
        .then((html) => {
          const template = document.createElement('template');
          template.innerHTML = html;
          if (isCurrent) setDrawn(template.content.querySelector(selector) ?? undefined);
        })
        .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [json, selector]);
  return drawn;
}

const iconBlock = (icon: string): DocumentNode => ({
  object: 'block',
  type: 'paragraph',
  isVoid: false,
  data: {},
  nodes: [
    { object: 'text', leaves: [{ object: 'leaf', text: 'x', marks: [] }] },
    { object: 'inline', type: 'icon', isVoid: true, data: { icon } },
  ],
});

interface PageIconProps {
  place: TextPlace;
  icon: string | undefined;
  emoji?: string | undefined;
  /** Stands there while the icon is loading, and if there is no icon of that name. */
  fallback?: ReactNode;
}

/** The emoji of a page, or its icon as the service draws it. */
export function PageIcon({ place, icon, emoji, fallback }: PageIconProps) {
  // Icons look the same on all pages of a space, so that they are requested together.
  const space = { spaceId: place.spaceId };
  const svg = useDrawn(space, emoji === undefined && icon !== undefined ? iconBlock(icon) : undefined, 'svg');
  if (emoji !== undefined) return <span>{emoji}</span>;
  return svg ? <Drawn element={svg} /> : fallback;
}

/** Inserts an element that the service rendered. */
function Drawn({ element }: { element: Element }) {
  const holder = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    holder.current?.replaceChildren(element.cloneNode(true));
  }, [element]);
  return <span ref={holder} className={styles.svg} />;
}

/** The reference of a target as Markdown has it. */
const refOf = (target: string): Record<string, string> => {
  const file = /^\/files\/([\w-]+)$/.exec(target)?.[1];
  return file === undefined ? { kind: 'url', url: target } : { kind: 'file', file };
};

/** The picture of a cover, from the address that readers get it from. */
export function CoverPicture({ place, cover }: { place: PagePlace; cover: Cover }) {
  const data = {
    ref: refOf(cover.ref),
    alt: '',
    ...(cover.refDark ? { refDark: refOf(cover.refDark) } : {}),
  };
  const block: DocumentNode = {
    object: 'block',
    type: 'images',
    isVoid: false,
    data: {},
    nodes: [{ object: 'block', type: 'image', isVoid: true, data }],
  };
  const picture = useDrawn(place, block, 'img');
  const [isBroken, setBroken] = useState(false);
  const src = picture?.getAttribute('src');
  if (!src || isBroken) return <div className={styles.empty}>{cover.ref.replace(/^.*\//, '')}</div>;
  return (
    <img
      src={src}
      alt=""
      onError={() => setBroken(true)}
      style={{
        objectPosition: `50% ${50 + (cover.yPos ?? 0) / 2}%`,
        ...(cover.height === undefined ? {} : { height: cover.height }),
      }}
    />
  );
}
