import { useEffect, useRef, useState } from 'react';
import { explain } from '../api/explain.ts';
import { Loading } from '../app/view.tsx';
import { t } from '../messages/messages.ts';
import styles from './site-preview.module.css';

/** What a page is drawn from, as the API signs it. */
export interface SignedPage {
  url: string;
  token: string;
}

const PAUSE_MS = 250;
const WIDE = 1280;

/**
 * A page of the site in a frame, drawn by the sites origin. It is drawn in a second frame, which takes the place of the
 * first when it is complete, so that nothing flickers while somebody types.
 */
export function SitePreview({
  label,
  signal,
  read,
  isNarrow = false,
  place,
}: {
  label: string;
  /** Another one draws the page again. */
  signal: string;
  read(signal: AbortSignal): Promise<SignedPage>;
  isNarrow?: boolean;
  /** The anchor that is scrolled to. */
  place?: string | undefined;
}) {
  const box = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const token = useRef<HTMLInputElement>(null);
  const [front, setFront] = useState<0 | 1 | undefined>();
  const [drawn, setDrawn] = useState<{ signal: string; problem?: string }>();
  const scale = useScale(box, isNarrow ? undefined : WIDE);
  const latest = useRef({ read, front, place });
  latest.current = { read, front, place };
  const drawing = useRef<{ to: 0 | 1; signal: string } | undefined>(undefined);

  useEffect(() => {
    const ended = new AbortController();
    const timer = setTimeout(() => {
      latest.current.read(ended.signal).then(
        (page) => {
          if (ended.signal.aborted || !form.current || !token.current) return;
          const to = latest.current.front === 0 ? 1 : 0;
          drawing.current = { to, signal };
          const anchor = latest.current.place;
          form.current.action = anchor === undefined ? page.url : `${page.url}#${anchor}`;
          form.current.target = nameOf(to);
          token.current.value = page.token;
          form.current.submit();
          token.current.value = '';
        },
        (error: unknown) => {
          if (!ended.signal.aborted) setDrawn({ signal, problem: explain(error) });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [signal]);

  const onLoad = (which: 0 | 1): void => {
    if (drawing.current?.to !== which) return;
    setFront(which);
    setDrawn({ signal: drawing.current.signal });
    drawing.current = undefined;
  };
  const isDrawn = drawn?.signal === signal;
  return (
    <div className={styles.view}>
      {drawn?.problem !== undefined && (
        <p role="alert" className={styles.problem}>
          {t('lookNotDrawn', { reason: drawn.problem })}
        </p>
      )}
      <p role="status" className="visually-hidden">
        {t(isDrawn ? 'lookDrawn' : 'lookDrawing')}
      </p>
      <div ref={box} className={styles.box} data-narrow={isNarrow} aria-busy={!isDrawn}>
        {front === undefined && !drawn?.problem && <Loading label={t('lookDrawing')} />}
        {([0, 1] as const).map((which) => (
          <iframe
            key={which}
            name={nameOf(which)}
            title={label}
            // Nothing in it runs. Pictures of the site are only for pages of its origin.
            sandbox="allow-same-origin"
            hidden={front !== which}
            aria-hidden={front !== which}
            data-front={front === which}
            style={scale}
            onLoad={() => onLoad(which)}
          />
        ))}
      </div>
      <form ref={form} method="post" hidden>
        <input ref={token} type="hidden" name="token" />
      </form>
    </div>
  );
}

const nameOf = (which: 0 | 1): string => `look-${which}`;

/** Makes a frame of a width fit into a box. */
function useScale(box: { current: HTMLDivElement | null }, width: number | undefined) {
  const [size, setSize] = useState<{ width: number; height: number }>();
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  if (!size || width === undefined || size.width >= width) return undefined;
  const factor = size.width / width;
  return { width, height: size.height / factor, transform: `scale(${factor})` };
}
