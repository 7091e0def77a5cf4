import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SuggestField } from '../../forms/suggest-field.tsx';
import { t } from '../../messages/messages.ts';
import { sitePagesQuery } from '../../site-look/site-pages.ts';

const MOST = 20;

/** The page of a variant that is shown first, found by its title. */
export function StartPageField({ spaceId, value }: { spaceId: string; value: string | undefined }) {
  const { data: pages = [] } = useQuery(sitePagesQuery(spaceId));
  const [pageId, setPageId] = useState(value);
  const [typed, setTyped] = useState<string>();
  const title = pages.find(({ id }) => id === pageId)?.title ?? '';
  const words = (typed ?? '').trim().toLowerCase();
  const found = pages
    .filter((page) => page.title.toLowerCase().includes(words) || page.path.includes(words))
    .slice(0, MOST)
    .map((page) => ({ key: page.id, label: page.title, detail: `/${page.path}` }));
  return (
    <>
      <input type="hidden" name="page" value={pageId ?? ''} />
      <SuggestField
        name="start"
        label={t('siteStartPage')}
        hint={t('siteStartPageHelp')}
        list={t('sitePages')}
        none={t('siteNoPages')}
        value={typed ?? title}
        suggestions={found}
        onType={(text) => {
          setTyped(text);
          if (text.trim() === '') setPageId(undefined);
        }}
        onChoose={({ key }) => {
          setPageId(key);
          setTyped(undefined);
        }}
        // What was typed is only a search.
        onLeave={() => setTyped(undefined)}
      />
    </>
  );
}
