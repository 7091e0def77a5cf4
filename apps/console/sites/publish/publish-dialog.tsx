import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { mayPublish } from '../../api/may-publish.ts';
import { organizationsQuery, spacesQuery } from '../../api/queries.ts';
import { Button } from '../../app/button.tsx';
import { nameOf } from '../../app/current.ts';
import { Dialog, DialogForm } from '../../app/dialog.tsx';
import { t } from '../../messages/messages.ts';
import { explainReaders, nameOfReaders, readersOf, readReaders } from '../readers.ts';
import { ReadersFields } from '../readers-fields.tsx';
import { createStepKeys, type Published, publishSpace, type Target } from './publish.ts';
import styles from './publish-dialog.module.css';
import { PublishedSite } from './published-site.tsx';
import { SpaceChoice } from './space-choice.tsx';
import { TargetChoice } from './target-choice.tsx';

/** Publishes a space in three steps: on which site, for whom, and where it is now. */
export function PublishDialog({
  organizationId,
  spaceId: given,
  onClose,
}: {
  organizationId: string;
  /** Undefined: asks for the space first. */
  spaceId: string | undefined;
  onClose: () => void;
}) {
  const [spaceId, setSpaceId] = useState(given);
  const [target, setTarget] = useState<Target>();
  const [published, setPublished] = useState<Published>();
  const [keys, setKeys] = useState(createStepKeys);
  const { data: spaces = [] } = useQuery(spacesQuery(organizationId));
  const { data: organizations = [] } = useQuery(organizationsQuery);
  const space = spaces.find(({ id }) => id === spaceId);
  const title = space ? nameOf(space.title, t('untitled')) : '';
  const step = published ? 3 : target ? 2 : 1;
  return (
    <Dialog title={space ? t('sitePublishTitle', { title }) : t('siteNew')} onClose={onClose}>
      <Steps step={step} />
      {step === 1 &&
        (spaceId === undefined ? (
          <SpaceChoice spaces={spaces.filter(mayPublish)} onChoose={setSpaceId} onClose={onClose} />
        ) : (
          <TargetChoice
            organizationId={organizationId}
            space={{ id: spaceId, title }}
            isNew={given === undefined}
            mayCreate={organizations.find(({ id }) => id === organizationId)?.permissions.admin ?? false}
            onChoose={(chosen) => {
              setTarget(chosen);
              setKeys(createStepKeys());
            }}
            onClose={onClose}
          />
        ))}
      {step === 2 && target && spaceId !== undefined && (
        <ReadersStep
          organizationId={organizationId}
          target={target}
          onBack={() => setTarget(undefined)}
          onClose={onClose}
          onPublish={async (readers) =>
            setPublished(await publishSpace({ organizationId, spaceId, target, readers, keys }))
          }
        />
      )}
      {published && (
        <Done organizationId={organizationId} published={published} title={title} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Steps({ step }: { step: number }) {
  return (
    <ol className={styles.steps} aria-label={t('siteSteps')}>
      {([1, 2, 3] as const).map((number) => (
        <li key={number} aria-current={number === step ? 'step' : undefined} data-done={number < step}>
          {t(STEPS[number])}
        </li>
      ))}
    </ol>
  );
}

const STEPS = { 1: 'siteStepSite', 2: 'siteStepReaders', 3: 'siteStepDone' } as const;

function ReadersStep({
  organizationId,
  target,
  onBack,
  onClose,
  onPublish,
}: {
  organizationId: string;
  target: Target;
  onBack: () => void;
  onClose: () => void;
  onPublish: (readers: ReturnType<typeof readReaders> | undefined) => Promise<void>;
}) {
  const site = target.to === 'new' ? undefined : target.site;
  const mayChoose = !site || (site.permissions.admin && !site.published);
  const readers = site && readersOf(site);
  return (
    <DialogForm
      submit={t(site && !site.published && !site.permissions.admin ? 'siteAdd' : 'sitePublish')}
      onSubmit={(fields) => onPublish(mayChoose ? readReaders(fields) : undefined)}
      onClose={onClose}
    >
      <Heading text={t('siteWhoReads')} />
      {mayChoose && <ReadersFields organizationId={organizationId} site={site} />}
      {!mayChoose && site && readers && (
        <div className={styles.fact}>
          <strong>{nameOfReaders(readers)}</strong>
          <p>{explainReaders(readers)}</p>
          <p>{t(site.published ? 'siteReadersStay' : 'siteAdminPublishes', { title: site.title })}</p>
        </div>
      )}
      <Button look="quiet" className={styles.back ?? ''} onClick={onBack}>
        {t('siteBack')}
      </Button>
    </DialogForm>
  );
}

/** The heading of a step, which gets the focus. */
function Heading({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h3 ref={heading} tabIndex={-1} className={styles.heading}>
      {text}
    </h3>
  );
}

function Done({
  organizationId,
  published,
  title,
  onClose,
}: {
  organizationId: string;
  published: Published;
  title: string;
  onClose: () => void;
}) {
  const { address } = published;
  return (
    <div className={styles.done}>
      <Heading text={t(address === undefined ? 'siteSpaceAdded' : 'sitePublished', { title })} />
      <PublishedSite organizationId={organizationId} published={published} onLeave={onClose}>
        <Button onClick={onClose}>{t('close')}</Button>
      </PublishedSite>
    </div>
  );
}
