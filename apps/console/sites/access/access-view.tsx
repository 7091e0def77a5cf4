import { useState } from 'react';
import { askFirst } from '../../app/dialogs.tsx';
import { View } from '../../app/view.tsx';
import { Form } from '../../forms/form.tsx';
import { t } from '../../messages/messages.ts';
import { setReaders } from '../publish/publish.ts';
import {
  explainReaders,
  isOpenToAll,
  nameOfReaders,
  type Readers,
  readersOf,
  readReaders,
} from '../readers.ts';
import { ReadersFields } from '../readers-fields.tsx';
import { cacheSite, rereadSite, type Site, type SiteKey, useSiteKey } from '../site-queries.ts';
import { ShareLinks } from './share-links.tsx';
import { VisitorSignIn } from './visitor-sign-in.tsx';

/** Who can read a site, its share links, and how its visitors sign in. */
export function AccessView({ owner: site }: { owner: Site }) {
  const siteKey = useSiteKey();
  const readers = readersOf(site);
  const [chosen, setChosen] = useState(readers);
  const { admin, create } = site.permissions;
  return (
    <View title={t('siteWhoReads')} lead={t(site.published ? 'siteReadersLead' : 'siteReadersLeadBefore')}>
      {admin ? (
        <ReadersForm site={site} siteKey={siteKey} onChoose={setChosen} />
      ) : (
        <p>
          <strong>{nameOfReaders(readers)}</strong> · {explainReaders(readers)} {t('siteAsksAdmin')}
        </p>
      )}
      {create && (chosen === 'share-link' || readers === 'share-link') && (
        <ShareLinks site={site} siteKey={siteKey} isOpening={readers === 'share-link'} />
      )}
      {admin && (chosen === 'visitor-auth' || readers === 'visitor-auth') && (
        <VisitorSignIn siteKey={siteKey} />
      )}
    </View>
  );
}

function ReadersForm({
  site,
  siteKey,
  onChoose,
}: {
  site: Site;
  siteKey: SiteKey;
  onChoose: (readers: Readers) => void;
}) {
  const before = readersOf(site);
  const save = async (fields: FormData): Promise<void> => {
    cacheSite(await setReaders(siteKey, readReaders(fields)), siteKey);
    await rereadSite(siteKey);
  };
  const saveOrAsk = async (fields: FormData): Promise<void> => {
    const wanted = String(fields.get('readers')) as Readers;
    if (!site.published || !isOpenToAll(wanted) || isOpenToAll(before)) return save(fields);
    // Until the question is answered, the form stays as it is.
    return new Promise((resolve, reject) => {
      askFirst(
        {
          title: t('siteOpenQuestion', { title: site.title }),
          text: explainReaders(wanted),
          submit: t('siteOpenToAll'),
          isDanger: true,
        },
        async () => {
          await save(fields);
          resolve();
        },
        // After the confirmation, this has no effect.
        () => reject(new Error(t('siteNothingChanged'))),
      );
    });
  };
  return (
    <Form onSubmit={saveOrAsk}>
      <ReadersFields organizationId={siteKey.organizationId} site={site} onChoose={onChoose} />
    </Form>
  );
}
