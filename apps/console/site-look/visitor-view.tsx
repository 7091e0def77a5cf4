import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import type { Site } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { showError } from '../app/toasts.tsx';
import { EmptyState, Loading, View } from '../app/view.tsx';
import { CheckField, ChoiceField, SelectField, TextAreaField } from '../forms/fields.tsx';
import { FormErrors } from '../forms/form-errors.ts';
import { Section } from '../forms/section.tsx';
import { Table } from '../forms/table.tsx';
import { t } from '../messages/messages.ts';
import type { PartProps } from '../settings/area-part.ts';
import { type SiteKey, useSiteKey } from '../sites/site-queries.ts';
import styles from './conditions-view.module.css';
import { sitePagesQuery, siteSpacesQuery } from './site-pages.ts';
import { SitePreview } from './site-preview.tsx';

type Claims = Record<string, unknown>;

/** Whom the site is shown as. */
interface Visitor {
  claims: Claims;
  draft: boolean;
}

const EXAMPLE = '{ "plan": "pro" }';

/** The site as a visitor with certain claims sees it, beside what is hidden from them and why. */
export function VisitorSite({ owner: site }: PartProps<Site>) {
  const key = useSiteKey();
  const [visitor, setVisitor] = useState<Visitor>({ claims: {}, draft: true });
  const { data: spaces } = useQuery(siteSpacesQuery(key));
  return (
    <View title={t('visitorView')} lead={t('visitorLead')} viewKey={site.id} isWide>
      <VisitorForm site={key} onShow={setVisitor} />
      {spaces === undefined ? (
        <Loading label={t('loading')} />
      ) : spaces.length === 0 ? (
        <EmptyState title={t('lookPreview')} text={t('lookNoSpace')} />
      ) : (
        <Shown site={key} visitor={visitor} spaces={spaces} />
      )}
    </View>
  );
}

/** An object in JSON; undefined for anything else. */
function readClaims(text: string): Claims | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Claims)
      : undefined;
  } catch {
    return undefined;
  }
}

function VisitorForm({ site, onShow }: { site: SiteKey; onShow(visitor: Visitor): void }) {
  const [who, setWho] = useState('out');
  const [text, setText] = useState('');
  const [draft, setDraft] = useState(true);
  const [problem, setProblem] = useState<string>();
  const read = (): Visitor | undefined => {
    const claims = who === 'out' ? {} : readClaims(text);
    setProblem(claims ? undefined : t('visitorClaimsInvalid'));
    return claims && { claims, draft };
  };
  const show = (event: FormEvent): void => {
    event.preventDefault();
    const visitor = read();
    if (visitor) onShow(visitor);
  };
  /** The tab is opened at once: browsers allow it only as long as the click is not over. */
  const open = async (): Promise<void> => {
    const visitor = read();
    if (!visitor) return;
    const tab = window.open('', '_blank');
    try {
      const { url } = await api.get('/v1/orgs/{organizationId}/sites/{siteId}/publishing/preview', {
        path: site,
        query: { claims: JSON.stringify(visitor.claims), draft: visitor.draft },
      });
      if (!tab) return;
      tab.opener = null;
      tab.location.href = url;
    } catch (error) {
      tab?.close();
      showError(explain(error));
    }
  };
  return (
    <form className={styles.form} aria-label={t('visitorWho')} onSubmit={show}>
      <ChoiceField
        name="who"
        label={t('visitorWho')}
        value={who}
        choices={[
          { value: 'out', label: t('visitorOut') },
          { value: 'claims', label: t('visitorWith') },
        ]}
        onChange={setWho}
      />
      {who === 'claims' && (
        <FormErrors value={new Map(problem === undefined ? [] : [['claims', problem]])}>
          <TextAreaField
            name="claims"
            label={t('visitorClaims')}
            hint={t('visitorClaimsHint', { example: EXAMPLE })}
            value={text}
            spellCheck={false}
            onChange={({ target }) => setText(target.value)}
          />
        </FormErrors>
      )}
      <CheckField
        name="draft"
        label={t('visitorDrafts')}
        checked={draft}
        onChange={({ target }) => setDraft(target.checked)}
      />
      <div className={styles.buttons}>
        <Button type="submit" look="primary">
          {t('visitorShow')}
        </Button>
        <Button icon="external" onClick={() => void open()}>
          {t('visitorOpen')}
        </Button>
      </div>
    </form>
  );
}

type SiteSpaces = NonNullable<ReturnType<typeof useSpaces>>;
const useSpaces = (site: SiteKey) => useQuery(siteSpacesQuery(site)).data;

function Shown({ site, visitor, spaces }: { site: SiteKey; visitor: Visitor; spaces: SiteSpaces }) {
  const first = spaces.find((one) => one.default) ?? spaces[0];
  const [siteSpace, setSiteSpace] = useState(first?.id ?? '');
  const [target, setTarget] = useState('');
  const space = spaces.find(({ id }) => id === siteSpace)?.space.id ?? '';
  const { data: pages = [] } = useQuery({ ...sitePagesQuery(space), enabled: space !== '' });
  const body = { ...visitor, siteSpace, target };
  return (
    <div className={styles.columns}>
      <div>
        <div className={styles.filter}>
          {spaces.length > 1 && (
            <SelectField
              name="variant"
              label={t('insightsVariant')}
              value={siteSpace}
              options={spaces.map(({ id, title }) => [id, title])}
              onChange={({ target: { value } }) => {
                setSiteSpace(value);
                setTarget('');
              }}
            />
          )}
          <SelectField
            name="page"
            label={t('lookPage')}
            value={target}
            options={[
              ['', t('lookHome')],
              ...pages.slice(0, 300).map(({ path, title }) => [path, title] as const),
            ]}
            onChange={({ target: { value } }) => setTarget(value)}
          />
        </div>
        <div className={styles.frame}>
          <SitePreview
            label={t('lookFrame')}
            signal={JSON.stringify(body)}
            read={(signal) =>
              api.post('/v1/orgs/{organizationId}/sites/{siteId}/publishing/preview', {
                path: site,
                body,
                signal,
              })
            }
          />
        </div>
      </div>
      <Parts site={site} visitor={visitor} />
    </div>
  );
}

interface Row {
  key: string;
  name: string;
  isShown: boolean;
  why: string;
}

/** What the visitor sees of the parts that not everybody sees. */
function Parts({ site, visitor }: { site: SiteKey; visitor: Visitor }) {
  const { data, error } = useQuery({
    queryKey: ['organization', site.organizationId, 'site', site.siteId, 'visitor', visitor],
    queryFn: () =>
      api.post('/v1/orgs/{organizationId}/sites/{siteId}/visitor-preview', {
        path: site,
        body: visitor,
      }),
    staleTime: 0,
  });
  if (error) return <p role="alert">{explain(error)}</p>;
  if (!data) return <Loading label={t('loading')} />;
  const { structure, spaces } = data.visitor;
  const rows: Row[] = [
    ...structure.map(({ id, title, shown, reason }) => ({
      key: id,
      name: title,
      isShown: shown,
      why: sayWhy(reason),
    })),
    ...spaces.flatMap(({ siteSpace, hiddenPages, blocks }) => [
      ...hiddenPages.map(({ id, title, reason }) => ({
        key: `${siteSpace} ${id}`,
        name: t('conditionAt-page', { name: title }),
        isShown: false,
        why: sayWhy(reason),
      })),
      ...blocks.map(({ page, condition, shown }) => ({
        key: `${siteSpace} ${page} ${condition}`,
        name: t('visitorBlock', { condition }),
        isShown: shown,
        why: shown ? '' : t('visitorNo-condition', { condition }),
      })),
    ]),
  ];
  const visible = spaces.reduce((sum, { visiblePages }) => sum + visiblePages, 0);
  return (
    <div className={styles.parts}>
      <Section title={t('visitorParts')} text={t('visitorPages', { count: visible })}>
        <Table
          label={t('visitorParts')}
          rows={rows}
          keyOf={({ key }) => key}
          columns={[
            { label: t('visitorPart'), cell: ({ name }) => name },
            { label: t('visitorSees'), cell: ({ isShown, why }) => (isShown ? t('visitorYes') : why) },
          ]}
        />
        {spaces.some(({ restricted }) => restricted) && <p>{t('visitorRestricted')}</p>}
      </Section>
    </div>
  );
}

function sayWhy(reason: { kind: string; condition?: string } | undefined): string {
  switch (reason?.kind) {
    case 'condition':
      return t('visitorNo-condition', { condition: reason.condition ?? '' });
    case 'draft':
    case 'empty':
    case 'parent':
      return t(`visitorNo-${reason.kind}`);
    default:
      return t('visitorNo-other');
  }
}
