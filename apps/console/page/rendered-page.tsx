import '../editor/document-styles.css';
import styles from './rendered-page.module.css';

/** A page as the service renders it, which has made the HTML safe. */
export function RenderedPage({ html }: { html: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the service escapes what people write.
    <article className={`document ${styles.document}`} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
