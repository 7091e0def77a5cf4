import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { siteQuery } from '../../api/queries.ts';
import { Form } from '../../forms/form.tsx';
import { Section } from '../../forms/section.tsx';
import { t } from '../../messages/messages.ts';
import { readReaders } from '../readers.ts';
import { ReadersFields } from '../readers-fields.tsx';
import type { Site } from '../site-queries.ts';
import { createStepKeys, type Published, publishSpace, type Target } from './publish.ts';
import styles from './publish-section.module.css';
import { PublishedSite } from './published-site.tsx';

interface SectionProps {
  organizationId: string;
  /** The site with the spaces; undefined for a new one. */
  siteId: string | undefined;
  /** The spaces, the one that is shown first at the beginning. */
  spaces: readonly [first: NewSpace, ...others: NewSpace[]];
}

interface NewSpace {
  id: string;
  title: string;
}

/** Publishes spaces that have just been made, as a part of a view. */
export function PublishSection(props: SectionProps) {
  const { organizationId, siteId = '' } = props;
  const { data: site } = useQuery({ ...siteQuery(organizationId, siteId), enabled: siteId !== '' });
  if (siteId !== '' && !site) return null;
  return <ReadersForm key={siteId} {...props} site={site} />;
}

function ReadersForm({
  organizationId,
  site,
  spaces: [first, ...others],
}: SectionProps & { site: Site | undefined }) {
  const [published, setPublished] = useState<Published | undefined>(
    site?.published ? { site, address: site.urls.published } : undefined,
  );
  const [keys] = useState(createStepKeys);
  if (published)
    return (
      <Section title={t('sitePublished', { title: published.site.title })}>
        <div role="status" className={styles.done}>
          <PublishedSite organizationId={organizationId} published={published} />
        </div>
      </Section>
    );
  const target: Target = site
    ? { to: 'there', site }
    : { to: 'new', title: titleOf(first), others: others.map(({ id }) => id) };
  const publish = async (fields: FormData): Promise<void> =>
    setPublished(
      await publishSpace({
        organizationId,
        spaceId: first.id,
        target,
        readers: readReaders(fields),
        keys,
      }),
    );
  return (
    <Section title={t('sitePublish')} text={t('siteWhoReads')}>
      <div className={styles.form}>
        <Form label={t('sitePublish')} submit={t('sitePublish')} done={null} onSubmit={publish}>
          <ReadersFields organizationId={organizationId} site={site} />
        </Form>
      </div>
    </Section>
  );
}

/** A site needs a title of two characters. */
const titleOf = ({ title }: NewSpace): string => (title.length >= 2 ? title : t('siteNew'));
