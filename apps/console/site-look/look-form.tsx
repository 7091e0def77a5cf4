import { type ReactNode, useId } from 'react';
import { CheckField, SelectField, TextAreaField, TextField } from '../forms/fields.tsx';
import { t } from '../messages/messages.ts';
import type { SiteKey } from '../sites/site-queries.ts';
import { languageName } from '../sites/structure/languages.ts';
import { ColorField } from './color-field.tsx';
import { GRAPHICS_CONTRAST, PAGE, TEXT_CONTRAST } from './contrast.ts';
import type { Draft, Editing, ThemedColor } from './customization.ts';
import { FontFields } from './font-fields.tsx';
import { HeaderLinkFields, ItemList, LinkFields, type LinkPlace, newLink } from './link-fields.tsx';
import { LocalizedFields, withTexts } from './localized-fields.tsx';
import styles from './look-form.module.css';
import { PictureField } from './picture-field.tsx';

interface Part extends Editing {
  siteKey: SiteKey;
  filesOrigin: string | undefined;
  /** The space that the site shows first. */
  spaceId: string | undefined;
  /** The languages of the site, beside its own. */
  languages: readonly string[];
  /** Whether it is the look of a variant, which has some fields from its site. */
  isVariant: boolean;
}

const linkPlaceOf = ({ siteKey, spaceId, languages }: Part): LinkPlace => ({
  site: siteKey,
  spaceId,
  languages,
});

/** The groups of the form. `place`: the anchor of the preview at which they show. */
const GROUPS = ['brand', 'colors', 'shape', 'fonts', 'header', 'footer', 'announcement', 'pages'] as const;
export type GroupName = (typeof GROUPS)[number];

const LABELS = {
  brand: 'lookBrand',
  colors: 'lookColors',
  shape: 'lookShape',
  fonts: 'lookFonts',
  header: 'lookHeader',
  footer: 'lookFooter',
  announcement: 'lookAnnouncement',
  pages: 'lookPages',
} as const;

const FIELDS: Record<GroupName, (part: Part) => ReactNode> = {
  brand: (part) => <Brand {...part} />,
  colors: (part) => <Colors {...part} />,
  shape: (part) => <Shape {...part} />,
  fonts: (part) => <FontFields {...part} />,
  header: (part) => <Header {...part} />,
  footer: (part) => <Footer {...part} />,
  announcement: (part) => <AnnouncementFields {...part} />,
  pages: (part) => <Pages {...part} />,
};

/** The whole form: groups of which one is open. */
export function LookForm({
  open,
  onOpen,
  ...part
}: Part & { open: GroupName | undefined; onOpen(group: GroupName | undefined): void }) {
  const groups = part.isVariant ? GROUPS.filter((group) => group !== 'fonts') : GROUPS;
  return groups.map((group) => (
    <Group
      key={group}
      title={t(LABELS[group])}
      isOpen={open === group}
      onToggle={(isOpen) => {
        if (isOpen) onOpen(group);
        else if (open === group) onOpen(undefined);
      }}
    >
      {FIELDS[group](part)}
    </Group>
  ));
}

function Group({
  title,
  isOpen,
  onToggle,
  children,
}: {
  title: string;
  isOpen: boolean;
  onToggle(isOpen: boolean): void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.group}>
      <h2>
        <button
          id={id}
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-fields`}
          onClick={() => onToggle(!isOpen)}
        >
          {title}
        </button>
      </h2>
      <div id={`${id}-fields`} hidden={!isOpen} className={styles.fields}>
        {isOpen && children}
      </div>
    </section>
  );
}

/** A field whose choices have texts with a common beginning. */
function Choice<Value extends string>({
  name,
  label,
  value,
  values,
  text,
  onChange,
}: {
  name: string;
  label: string;
  value: Value;
  values: readonly Value[];
  text(value: Value): string;
  onChange(value: Value): void;
}) {
  return (
    <SelectField
      name={name}
      label={label}
      value={value}
      options={values.map((one) => [one, text(one)])}
      onChange={({ target }) => onChange(target.value as Value)}
    />
  );
}

const THEMES = ['clean', 'muted', 'bold', 'gradient'] as const;

function Brand({ draft, set, setIn, siteKey, filesOrigin, site, languages }: Part) {
  const place = { site: siteKey, filesOrigin };
  return (
    <>
      <TextField
        name="title"
        label={t('lookSiteTitle')}
        hint={t('lookSiteTitleHint')}
        placeholder={site.title}
        value={draft.title ?? ''}
        maxLength={128}
        onChange={({ target }) => set({ title: target.value === '' ? undefined : target.value })}
      />
      {draft.title !== undefined && (
        <LocalizedFields
          name="localizedTitle"
          label={t('lookSiteTitle')}
          value={draft.localizedTitle}
          languages={languages}
          maxLength={128}
          onChange={(localizedTitle) => set({ localizedTitle })}
        />
      )}
      <PictureField
        {...place}
        label={t('lookLogo')}
        hint={t('lookLogoHint')}
        value={draft.header.logo}
        onChange={(logo) => setIn('header', { logo })}
      />
      <PictureField
        {...place}
        label={t('lookIcon')}
        hint={t('lookIconHint')}
        value={draft.favicon.icon}
        onChange={(icon) => setIn('favicon', { icon })}
      />
      {!draft.favicon.icon && (
        <TextField
          name="favicon.emoji"
          label={t('lookEmoji')}
          value={readEmoji(draft.favicon.emoji)}
          maxLength={50}
          onChange={({ target }) =>
            setIn('favicon', { emoji: target.value.trim() === '' ? undefined : target.value.trim() })
          }
        />
      )}
    </>
  );
}

/** Other clients write an emoji as its code points in hexadecimal. */
function readEmoji(emoji = ''): string {
  if (!/^[0-9a-f]{4,6}(?:-[0-9a-f]{4,6})*$/i.test(emoji)) return emoji;
  const points = emoji.split('-').map((point) => Number.parseInt(point, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : emoji;
}

const SIGNALS = [
  ['infoColor', 'lookInfo'],
  ['successColor', 'lookSuccess'],
  ['warningColor', 'lookWarning'],
  ['dangerColor', 'lookDanger'],
] as const;
const DEFAULT_TINT: ThemedColor = { light: '#5b6470', dark: '#9aa4b2' };

function Colors({ draft: { styling }, setIn }: Part) {
  const setColor = (name: (typeof SIGNALS)[number][0] | 'primaryColor', color: ThemedColor): void =>
    setIn('styling', { [name]: color });
  return (
    <>
      <Choice
        name="styling.theme"
        label={t('lookTheme')}
        value={styling.theme}
        values={THEMES}
        text={(theme) => t(`lookTheme-${theme}`)}
        onChange={(theme) => setIn('styling', { theme })}
      />
      <ColorField
        label={t('lookPrimary')}
        value={styling.primaryColor}
        on={PAGE}
        least={TEXT_CONTRAST}
        onChange={(color) => setColor('primaryColor', color)}
      />
      <Choice
        name="styling.links"
        label={t('lookLinks')}
        value={styling.links}
        values={['default', 'accent']}
        text={(links) => t(`lookLinks-${links}`)}
        onChange={(links) => setIn('styling', { links })}
      />
      <CheckField
        name="styling.tint"
        label={t('lookHasTint')}
        checked={styling.tint !== undefined}
        onChange={({ target }) =>
          setIn('styling', { tint: target.checked ? { color: DEFAULT_TINT } : undefined })
        }
      />
      {styling.tint && (
        <>
          <ColorField
            label={t('lookTint')}
            value={styling.tint.color}
            onChange={(color) => setIn('styling', { tint: { color } })}
          />
          <CheckField
            name="styling.background"
            label={t('lookBackground')}
            checked={styling.background === 'match'}
            onChange={({ target }) => setIn('styling', { background: target.checked ? 'match' : 'plain' })}
          />
        </>
      )}
      {SIGNALS.map(([name, label]) => (
        <ColorField
          key={name}
          label={t(label)}
          value={styling[name]}
          on={PAGE}
          least={GRAPHICS_CONTRAST}
          onChange={(color) => setColor(name, color)}
        />
      ))}
    </>
  );
}

function Shape({ draft: { styling }, setIn }: Part) {
  return (
    <>
      <Choice
        name="styling.corners"
        label={t('lookCorners')}
        value={styling.corners}
        values={['straight', 'rounded', 'circular']}
        text={(corners) => t(`lookCorners-${corners}`)}
        onChange={(corners) => setIn('styling', { corners })}
      />
      <Choice
        name="styling.depth"
        label={t('lookDepth')}
        value={styling.depth}
        values={['subtle', 'flat']}
        text={(depth) => t(`lookDepth-${depth}`)}
        onChange={(depth) => setIn('styling', { depth })}
      />
      <Choice
        name="styling.sidebar.background"
        label={t('lookSidebar')}
        value={styling.sidebar.background}
        values={['default', 'filled']}
        text={(background) => t(`lookSidebar-${background}`)}
        onChange={(background) => setIn('styling', { sidebar: { ...styling.sidebar, background } })}
      />
      <Choice
        name="styling.sidebar.list"
        label={t('lookList')}
        value={styling.sidebar.list}
        values={['default', 'pill', 'line']}
        text={(list) => t(`lookList-${list}`)}
        onChange={(list) => setIn('styling', { sidebar: { ...styling.sidebar, list } })}
      />
      <Choice
        name="styling.search"
        label={t('lookSearch')}
        value={styling.search}
        values={['prominent', 'subtle']}
        text={(search) => t(`lookSearch-${search}`)}
        onChange={(search) => setIn('styling', { search })}
      />
    </>
  );
}

const DEFAULT_BACK: ThemedColor = { light: '#1c2330', dark: '#181d27' };
const DEFAULT_LINK: ThemedColor = { light: '#ffffff', dark: '#e2e7ef' };

function Header(part: Part) {
  const { draft, set, setIn, isVariant } = part;
  const { header, socialAccounts } = draft;
  const place = linkPlaceOf(part);
  const { backgroundColor = DEFAULT_BACK, linkColor = DEFAULT_LINK } = header;
  return (
    <>
      <Choice
        name="header.preset"
        label={t('lookHeaderLook')}
        value={header.preset}
        values={['default', 'bold', 'contrast', 'custom', 'none']}
        text={(preset) => t(`lookHeader-${preset}`)}
        onChange={(preset) =>
          setIn('header', preset === 'custom' ? { preset, backgroundColor, linkColor } : { preset })
        }
      />
      {header.preset === 'custom' && (
        <>
          <ColorField
            label={t('lookHeaderBack')}
            value={backgroundColor}
            onChange={(color) => setIn('header', { backgroundColor: color })}
          />
          <ColorField
            label={t('lookHeaderLink')}
            value={linkColor}
            on={backgroundColor}
            least={TEXT_CONTRAST}
            onChange={(color) => setIn('header', { linkColor: color })}
          />
        </>
      )}
      <ItemList
        items={header.links}
        label={t('lookHeaderLinks')}
        add={t('lookAddLink')}
        empty={t('lookNoLinks')}
        nameOf={({ title }, at) => title || t('lookLinkNumber', { number: at + 1 })}
        createItem={() => ({ ...newLink(), style: 'link' as const, links: [] })}
        onChange={(links) => setIn('header', { links })}
      >
        {(link, change, at) => (
          <HeaderLinkFields path={`header.links.${at}`} link={link} place={place} onChange={change} />
        )}
      </ItemList>
      {!isVariant && (
        <Accounts accounts={socialAccounts} onChange={(accounts) => set({ socialAccounts: accounts })} />
      )}
    </>
  );
}

type Account = Draft['socialAccounts'][number];

/** The names of the platforms are the same in all languages. */
const PLATFORMS: readonly (readonly [Account['platform'], string])[] = [
  ['github', 'GitHub'],
  ['discord', 'Discord'],
  ['slack', 'Slack'],
  ['mastodon', 'Mastodon'],
  ['bluesky', 'Bluesky'],
  ['twitter', 'X'],
  ['linkedin', 'LinkedIn'],
  ['youtube', 'YouTube'],
  ['reddit', 'Reddit'],
  ['instagram', 'Instagram'],
  ['facebook', 'Facebook'],
  ['threads', 'Threads'],
  ['tiktok', 'TikTok'],
  ['medium', 'Medium'],
];

function Accounts({
  accounts,
  onChange,
}: {
  accounts: Draft['socialAccounts'];
  onChange(accounts: Account[]): void;
}) {
  const platformOf = ({ platform }: Account): string =>
    PLATFORMS.find(([value]) => value === platform)?.[1] ?? platform;
  return (
    <ItemList
      items={accounts}
      label={t('lookAccounts')}
      add={t('lookAddAccount')}
      nameOf={platformOf}
      createItem={(): Account => ({
        platform: 'github',
        handle: '',
        display: { header: false, footer: true },
      })}
      onChange={onChange}
    >
      {(account, change, at) => (
        <>
          <SelectField
            name={`socialAccounts.${at}.platform`}
            label={t('lookPlatform')}
            value={account.platform}
            options={PLATFORMS}
            onChange={({ target }) => change({ ...account, platform: target.value as Account['platform'] })}
          />
          <TextField
            name={`socialAccounts.${at}.handle`}
            label={t('lookHandle')}
            value={account.handle}
            maxLength={128}
            onChange={({ target }) => change({ ...account, handle: target.value })}
          />
          {(['header', 'footer'] as const).map((where) => (
            <CheckField
              key={where}
              name={`socialAccounts.${at}.display.${where}`}
              label={t(where === 'header' ? 'lookInHeader' : 'lookInFooter')}
              checked={account.display[where]}
              onChange={({ target }) =>
                change({ ...account, display: { ...account.display, [where]: target.checked } })
              }
            />
          ))}
        </>
      )}
    </ItemList>
  );
}

function Footer(part: Part) {
  const { draft, setIn, set, siteKey, filesOrigin, languages } = part;
  const place = linkPlaceOf(part);
  const { footer, privacyPolicy } = draft;
  return (
    <>
      <PictureField
        site={siteKey}
        filesOrigin={filesOrigin}
        label={t('lookFooterLogo')}
        value={footer.logo}
        onChange={(logo) => setIn('footer', { logo })}
      />
      <ItemList
        items={footer.groups}
        label={t('lookFooterLinks')}
        add={t('lookAddGroup')}
        empty={t('lookNoLinks')}
        nameOf={({ title }, at) => title || t('lookFooterGroup', { number: at + 1 })}
        createItem={(): Draft['footer']['groups'][number] => ({ title: '', links: [newLink()] })}
        onChange={(groups) => setIn('footer', { groups })}
      >
        {(group, change, at) => (
          <>
            <TextField
              name={`footer.groups.${at}.title`}
              label={t('lookGroupTitle')}
              value={group.title}
              maxLength={128}
              onChange={({ target }) => change({ ...group, title: target.value })}
            />
            <LocalizedFields
              name={`footer.groups.${at}.localizedTitle`}
              label={t('lookGroupTitle')}
              value={group.localizedTitle}
              languages={languages}
              maxLength={128}
              onChange={(texts) => change(withTexts(group, 'localizedTitle', texts))}
            />
            <ItemList
              items={group.links}
              label={t('lookSubLinks', { name: group.title })}
              add={t('lookAddLink')}
              nameOf={({ title }, number) => title || t('lookLinkNumber', { number: number + 1 })}
              createItem={newLink}
              onChange={(links) => change({ ...group, links })}
            >
              {(link, changeLink, number) => (
                <LinkFields
                  path={`footer.groups.${at}.links.${number}`}
                  link={link}
                  place={place}
                  onChange={changeLink}
                />
              )}
            </ItemList>
          </>
        )}
      </ItemList>
      <TextField
        name="footer.copyright"
        label={t('lookCopyright')}
        value={footer.copyright ?? ''}
        maxLength={512}
        onChange={({ target }) =>
          setIn('footer', { copyright: target.value === '' ? undefined : target.value })
        }
      />
      <TextField
        name="privacyPolicy.url"
        type="url"
        label={t('lookPrivacy')}
        value={privacyPolicy.url ?? ''}
        onChange={({ target }) => set({ privacyPolicy: target.value === '' ? {} : { url: target.value } })}
      />
    </>
  );
}

function AnnouncementFields(part: Part) {
  const { draft, set, languages } = part;
  const place = linkPlaceOf(part);
  const announcement = draft.announcement ?? { enabled: false, message: '', style: 'info' as const };
  const change = (changed: Partial<typeof announcement>): void =>
    set({ announcement: { ...announcement, ...changed } });
  const { link: _link, ...withoutLink } = announcement;
  return (
    <>
      <CheckField
        name="announcement.enabled"
        label={t('lookHasAnnouncement')}
        checked={announcement.enabled}
        onChange={({ target }) => change({ enabled: target.checked })}
      />
      {announcement.enabled && (
        <>
          <TextAreaField
            name="announcement.message"
            label={t('lookMessage')}
            rows={2}
            value={announcement.message}
            maxLength={128}
            onChange={({ target }) => change({ message: target.value })}
          />
          <LocalizedFields
            name="announcement.localizedMessage"
            label={t('lookMessage')}
            value={announcement.localizedMessage}
            languages={languages}
            maxLength={128}
            onChange={(texts) => set({ announcement: withTexts(announcement, 'localizedMessage', texts) })}
          />
          <Choice
            name="announcement.style"
            label={t('lookKind')}
            value={announcement.style}
            values={['info', 'success', 'warning', 'danger']}
            text={(style) => t(`lookKind-${style}`)}
            onChange={(style) => change({ style })}
          />
          <ItemList
            items={announcement.link ? [announcement.link] : []}
            label={t('lookAnnouncedLink')}
            add={t('lookAddLink')}
            nameOf={({ title }) => title || t('lookLinkNumber', { number: 1 })}
            createItem={newLink}
            onChange={([link]) => set({ announcement: link ? { ...announcement, link } : withoutLink })}
          >
            {(link, changeLink) => (
              <LinkFields path="announcement.link" link={link} place={place} onChange={changeLink} />
            )}
          </ItemList>
        </>
      )}
    </>
  );
}

/** The combinations of modes that differ. */
const MODES = {
  choose: { toggeable: true, default: 'system' },
  chooseDark: { toggeable: true, default: 'dark' },
  system: { toggeable: false, default: 'system' },
  light: { toggeable: false, default: 'light' },
  dark: { toggeable: false, default: 'dark' },
} as const;
type ModeName = keyof typeof MODES;

function modeOf({ toggeable, default: mode }: Draft['themes']): ModeName {
  if (toggeable) return mode === 'dark' ? 'chooseDark' : 'choose';
  return mode;
}

/** The languages that the interface of a published site has by itself. */
const LOCALES = ['de', 'en', 'es', 'fr', 'ja', 'nl', 'no', 'pt-br', 'ru', 'zh'] as const;

const ACTIONS = ['markdown', 'git', 'pdf', 'external-ai'] as const;

function Pages({ draft, set, setIn, siteKey, filesOrigin, isVariant }: Part) {
  const { items } = draft.pageActions;
  const social = draft.socialPreview.url;
  return (
    <>
      <SelectField
        name="internationalization.locale"
        label={t('lookLanguage')}
        hint={t('lookLanguageHint')}
        value={draft.internationalization.locale}
        options={LOCALES.map((locale) => [locale, languageName(locale)])}
        onChange={({ target }) =>
          set({ internationalization: { locale: target.value as (typeof LOCALES)[number] } })
        }
      />
      <Choice
        name="themes"
        label={t('lookModes')}
        value={modeOf(draft.themes)}
        values={Object.keys(MODES) as ModeName[]}
        text={(mode) => t(`lookModes-${mode}`)}
        onChange={(mode) => set({ themes: MODES[mode] })}
      />
      {!isVariant && <Actions items={items} onChange={(next) => setIn('pageActions', { items: next })} />}
      <CheckField
        name="pagination"
        label={t('lookPagination')}
        checked={draft.pagination.enabled}
        onChange={({ target }) => set({ pagination: { enabled: target.checked } })}
      />
      <CheckField
        name="contributors"
        label={t('lookContributors')}
        checked={draft.contributors.enabled}
        onChange={({ target }) => set({ contributors: { enabled: target.checked } })}
      />
      <CheckField
        name="feedback"
        label={t('lookFeedback')}
        hint={t('lookFeedbackHint')}
        checked={draft.feedback.enabled}
        onChange={({ target }) => set({ feedback: { enabled: target.checked } })}
      />
      {!isVariant && (
        <Choice
          name="externalPictures.mode"
          label={t('lookPictures')}
          value={draft.externalPictures.mode}
          values={['proxy', 'direct', 'none']}
          text={(mode) => t(`lookPictures-${mode}`)}
          onChange={(mode) => set({ externalPictures: { mode } })}
        />
      )}
      <PictureField
        site={siteKey}
        filesOrigin={filesOrigin}
        label={t('lookSocial')}
        hint={t('lookSocialHint')}
        isSingle
        value={social === undefined ? undefined : { light: social, dark: social }}
        onChange={(picture) => set({ socialPreview: picture ? { url: picture.light } : {} })}
      />
    </>
  );
}

/** What readers can do on each page. */
function Actions({
  items,
  onChange,
}: {
  items: Draft['pageActions']['items'];
  onChange(items: Draft['pageActions']['items']): void;
}) {
  return (
    <fieldset className={styles.checks}>
      <legend>{t('lookActions')}</legend>
      {ACTIONS.map((action) => (
        <CheckField
          key={action}
          name={`pageActions.${action}`}
          label={t(`lookActions-${action}`)}
          checked={items.includes(action)}
          onChange={({ target }) =>
            onChange(target.checked ? [...items, action] : items.filter((one) => one !== action))
          }
        />
      ))}
    </fieldset>
  );
}
