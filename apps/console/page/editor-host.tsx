import { useEffect, useRef } from 'react';
import { t } from '../messages/messages.ts';
import type { OpenEditor } from './open-editor.ts';

/** The element in which the editor shows the text. React never draws in it. */
export function EditorHost({ editor }: { editor: OpenEditor }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(
    () => (host.current ? editor.mount(host.current, { content: t('pageContent') }) : undefined),
    [editor],
  );
  return <div ref={host} />;
}
