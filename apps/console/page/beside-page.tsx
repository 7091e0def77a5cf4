import { lazy, Suspense } from 'react';
import type { Space } from '../api/queries.ts';
import { withTexts } from '../messages/messages.ts';
import type { OpenSource } from '../saving/source-draft.ts';
import type { OpenEditor } from './open-editor.ts';
import { PageNotices } from './page-notices.tsx';
import { PresenceOnPage } from './presence.tsx';

const PageComments = lazy(async () => ({
  default: (await withTexts('review', () => import('../review/comments/page-comments.tsx'))).PageComments,
}));

interface BesidePageProps {
  editor: OpenEditor;
  /** The Markdown of the page while it is edited as such. */
  source: OpenSource | undefined;
  space: Space;
  hasSettings: boolean;
  closeSettings(): void;
}

/** What comes after the text: who else is here, what is not saved, and the comments. */
export function BesidePage({ editor, source, ...comments }: BesidePageProps) {
  return (
    <>
      <PresenceOnPage editor={editor} />
      <PageNotices editor={editor} source={source} />
      <Suspense>
        <PageComments editor={editor} {...comments} />
      </Suspense>
    </>
  );
}
