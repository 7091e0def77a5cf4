import type { Schemas } from '@lectern/client/schema';
import { useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { PagePlace } from '../api/place.ts';
import type { Space } from '../api/queries.ts';
import { useStore } from '../api/store.ts';
import { isFirstViewShown, noteFirstView } from '../app/first-view.ts';
import { restoreScroll } from '../app/scroll-memory.ts';
import { t } from '../messages/messages.ts';
import { registerCommands } from '../palette/commands.ts';
import { takeMade } from '../tree/drafts.ts';
import { EditorHost } from './editor-host.tsx';
import { OpenEditor } from './open-editor.ts';
import type { OpenedPage } from './opened-page.ts';
import styles from './page.module.css';
import { PageActions } from './page-actions.tsx';
import { PageHeader } from './page-header.tsx';
import { SaveStatus } from './save-status.tsx';
import { useSaveState } from './use-save-state.ts';
import { useSource } from './use-source.ts';
import { ViewTabs } from './view-tabs.tsx';
import { showWritingShortcuts } from './writing-shortcuts.ts';

const SettingsPanel = lazy(async () => ({
  default: (await import('./settings-panel.tsx')).SettingsPanel,
}));
const BesidePage = lazy(async () => ({ default: (await import('./beside-page.tsx')).BesidePage }));
const SourceMode = lazy(async () => ({ default: (await import('./source-mode.tsx')).SourceMode }));

/** Scrolls to the heading in the address, or restores the last scroll position. */
function useFirstPlace(editor: OpenEditor, { document }: OpenedPage): void {
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const isFirst = useRef(true);
  useEffect(() => {
    const stop = editor.whenShown(() => {
      const isBack = isFirst.current && restoreScroll();
      isFirst.current = false;
      const key = hash === '' || isBack ? undefined : findAnchor(document.nodes, decodeURIComponent(hash));
      if (key !== undefined) editor.showBlock(key);
      if (takeMade(editor.place.pageId)) editor.focus();
      noteFirstView();
    });
    return () => void stop();
  }, [editor, document, hash]);
}

interface Anchored {
  key?: string;
  meta?: { id?: string };
  nodes?: unknown[];
}

/** The key of the heading with an anchor. */
function findAnchor(nodes: readonly unknown[], anchor: string): string | undefined {
  for (const node of nodes as Anchored[]) {
    const found = node.meta?.id === anchor ? node.key : findAnchor(node.nodes ?? [], anchor);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface PageEditorProps {
  place: PagePlace;
  opened: OpenedPage;
  space: Space;
  /** The change request that the page belongs to. Undefined for the live page. */
  changeRequest: Schemas['ChangeRequest'] | undefined;
  userId: string;
}

/** A page with its title and text, which are edited where readers will see them. */
export function PageEditor({ place, opened, space, changeRequest, userId }: PageEditorProps) {
  const mayEdit = space.permissions.edit;
  const isEditable =
    mayEdit && space.editMode !== 'locked' && (changeRequest === undefined || isInProgress(changeRequest));
  const [editor] = useState(() => new OpenEditor({ place, opened, userId, mayEdit, isEditable }));
  useEffect(() => {
    editor.start();
    showWritingShortcuts();
    return () => editor.stop();
  }, [editor]);
  useFirstPlace(editor, opened);
  const isShown = useStore(isFirstViewShown);
  const [hasSettings, setHasSettings] = useState(false);
  const source = useSource(editor, userId);
  const page = useSyncExternalStore(editor.subscribe, () => editor.page);
  const isSource = source.source !== undefined;
  const { choose } = source;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `choose` is another function in each rendering.
  useEffect(
    () =>
      registerCommands('page', [
        {
          id: 'page-view',
          label: t(isSource ? 'viewPage' : 'viewMarkdown'),
          run: () => void choose(!isSource),
        },
        ...(isEditable
          ? [{ id: 'page-settings', label: t('pageSettings'), run: () => setHasSettings(true) }]
          : []),
      ]),
    [isSource, isEditable],
  );
  return (
    <main id="view" className={styles.page} aria-label={t('page')}>
      <PageActions
        editor={editor}
        place={place}
        space={space}
        changeRequest={changeRequest}
        status={source.source ? <SaveStatus state={source.state} /> : <EditorStatus editor={editor} />}
        onSettings={isEditable ? () => setHasSettings(!hasSettings) : undefined}
      >
        <ViewTabs isSource={isSource} onChoose={(isSource) => void source.choose(isSource)} />
      </PageActions>
      {hasSettings && (
        <Suspense>
          <SettingsPanel editor={editor} page={page} onClose={() => setHasSettings(false)} />
        </Suspense>
      )}
      {isShown && (
        <Suspense>
          <BesidePage
            editor={editor}
            source={source.source}
            space={space}
            hasSettings={hasSettings}
            closeSettings={() => setHasSettings(false)}
          />
        </Suspense>
      )}
      <div className={styles.column}>
        <PageHeader editor={editor} page={page} isEditable={isEditable} />
        <div hidden={isSource}>
          <EditorHost editor={editor} />
        </div>
        {source.source && (
          <Suspense>
            <SourceMode source={source.source} isEditable={isEditable} />
          </Suspense>
        )}
      </div>
    </main>
  );
}

/** Apart from the page, which is not drawn again with every save. */
const EditorStatus = ({ editor }: { editor: OpenEditor }) => <SaveStatus state={useSaveState(editor)} />;

const isInProgress = ({ status }: Schemas['ChangeRequest']): boolean =>
  status === 'draft' || status === 'open';
