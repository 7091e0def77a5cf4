import { type Html, html, jsonData } from '@lectern/html/html';

/** The metadata for programs in the head of a page. All addresses are absolute. */
export interface PageMeta {
  url: string;
  title: string;
  siteTitle: string;
  description: string | undefined;
  language: string;
  updatedAt: string;
  /** The page as Markdown. */
  markdownUrl: string;
  /**
   * The picture that other services show with a link to the page. `isDrawn`: this service draws it, in its own size.
   */
  image: { url: string; isDrawn: boolean } | undefined;
  /** The page in other languages. */
  variants: readonly { language: string; href: string }[];
  feeds: readonly { type: string; href: string }[];
  /** The titles from the site down to the page. */
  crumbs: readonly { title: string; url: string | undefined }[];
}

export const renderPageMeta = (
  meta: PageMeta,
): Html => html`<link rel="alternate" type="text/markdown" href="${meta.markdownUrl}">
${meta.variants.map(
  ({ language, href }) => html`<link rel="alternate" hreflang="${language}" href="${href}">\n`,
)}${meta.feeds.map(
  ({ type, href }) => html`<link rel="alternate" type="${type}" title="${meta.siteTitle}" href="${href}">\n`,
)}<meta property="og:type" content="article">
<meta property="og:site_name" content="${meta.siteTitle}">
<meta property="og:title" content="${meta.title}">
${meta.description !== undefined && html`<meta property="og:description" content="${meta.description}">\n`}<meta property="og:url" content="${meta.url}">
${
  meta.image === undefined
    ? html`<meta name="twitter:card" content="summary">`
    : html`<meta property="og:image" content="${meta.image.url}">
${meta.image.isDrawn && html`<meta property="og:image:width" content="1200">\n<meta property="og:image:height" content="630">\n`}<meta name="twitter:card" content="summary_large_image">`
}
<script type="application/ld+json">${jsonData(toLinkedData(meta))}</script>
`;

function toLinkedData({
  url,
  title,
  siteTitle,
  description,
  language,
  updatedAt,
  image,
  crumbs,
}: PageMeta): object {
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'TechArticle',
        headline: title,
        description,
        url,
        image: image?.url,
        inLanguage: language,
        dateModified: updatedAt,
        isPartOf: { '@type': 'WebSite', name: siteTitle },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: crumbs.map((crumb, at) => ({
          '@type': 'ListItem',
          position: at + 1,
          name: crumb.title,
          item: crumb.url,
        })),
      },
    ],
  };
}
